/** Two threads that race on a few fields, again and again, from deep within calls. */
public final class Racy {
    private static final int TURNS = 40_000;
    private static final int CALLS = 30;

    private int plain;
    private int locked;
    private long wide;
    private Object reference;

    private Racy() {}

    public static void main(String[] args) throws InterruptedException {
        Racy shared = new Racy();
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(shared::race, "racer " + i);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(TURNS);
    }

    private void race() {
        for (int turn = 0; turn < TURNS; turn++) {
            within(turn % CALLS);
        }
    }

    private void within(int calls) {
        if (calls > 0) {
            within(calls - 1);
        } else {
            access();
        }
    }

    private void access() {
        plain++;
        reference = this;
        wide += plain;
        // The lock ends a span of accesses, of which the later ones would not be looked at again.
        synchronized (new Object()) {
            locked++;
        }
        if (reference == null) {
            locked = plain;
        }
    }
}
