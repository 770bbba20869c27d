/**
 * Two threads fill an array, one after the other without being ordered, in a loop that both come to by methods of their own; each goes on to
 * other methods before it synchronizes.
 */
public final class Walkers {
    private static final int[] SHARED = new int[100];

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(Walkers::other, "other");
        other.start();
        // Orders nothing.
        Thread.sleep(200);
        mine();
        elsewhere(other);
    }

    private static void other() {
        fill(1);
    }

    private static void mine() {
        fill(2);
    }

    private static void fill(int by) {
        for (int i = 0; i < SHARED.length; i++) {
            SHARED[i] = by;
        }
    }

    private static void elsewhere(Thread other) throws InterruptedException {
        other.join();
    }
}
