// Rule: of an element that two lines access by turns, the one is told that came to it in the epoch of the race.
public class SitesByTurns {
    static final int HALF = 64;
    static final int[] cells = new int[2 * HALF];
    static final Object lock = new Object();
    static int sum;

    static void one(int first, int end) {
        for (int i = first; i < end; i++) {
            cells[i] = 1; //! race cells write
        }
    }

    static void other(int first, int end) {
        for (int i = first; i < end; i++) {
            cells[i] = 2;
        }
    }

    static void release() {
        synchronized (lock) {
            sum++;
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    one(0, HALF);
                    other(HALF, HALF + 1);
                    release();
                    other(0, HALF);
                    release();
                    one(0, HALF);
                    other(HALF, HALF + 1);
                    release();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = cells[5]; //! race cells read
                });
    }
}
