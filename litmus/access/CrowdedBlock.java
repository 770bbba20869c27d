// Rule: elements of an array are told apart, however many histories lie side by side.
public class CrowdedBlock {
    static final int LENGTH = 200;
    static final int CROWD = 64;
    static final int[] crowded = new int[LENGTH];
    static final Object lock = new Object();
    static int sum;

    static void fill(int end) {
        for (int i = 0; i < end; i++) {
            crowded[i] = end; //! race crowded write
        }
    }

    static void release() {
        synchronized (lock) {
            sum++;
        }
    }

    static int all() {
        int all = 0;
        for (int i = 0; i < LENGTH; i++) {
            all += crowded[i];
        }
        return all;
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    // Each element but the first has the epoch of another turn.
                    for (int end = CROWD; end > 1; end--) {
                        fill(end);
                        release();
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = crowded[CROWD / 2]; //! race crowded read
                    release();
                    Order.require(all() == CROWD * (CROWD + 1) / 2 + 1);
                });
    }
}
