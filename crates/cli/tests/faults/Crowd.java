import java.util.concurrent.CountDownLatch;

/**
 * Many threads at once: each waits until all have started, or until no more can be. Prints how many
 * ran, and what they counted under a lock.
 */
public final class Crowd {
    private static int counted;
    private static int racy;

    public static void main(String[] args) throws Exception {
        int wanted = Integer.parseInt(args[0]);
        CountDownLatch gate = new CountDownLatch(1);
        Thread[] threads = new Thread[wanted];
        int started = 0;
        while (started < wanted) {
            Thread thread = new Thread(null, () -> work(gate), "member " + started, 64 << 10);
            try {
                thread.start();
            } catch (OutOfMemoryError full) {
                break;
            }
            threads[started++] = thread;
        }
        gate.countDown();
        for (int i = 0; i < started; i++) {
            threads[i].join();
        }
        System.out.println((started == wanted ? "all" : "fewer than asked for") + ", counted "
            + (counted == started));
    }

    private static void work(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        synchronized (Crowd.class) {
            counted++;
        }
        racy++;
    }
}
