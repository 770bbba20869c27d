// Rule: a monitor orders what the test of an inner loop accesses at the outer loop's index, also if an exception leaves both loops.
//! clean
public class OuterIndexOrdered {
    static int sum(int[] starts, int[] cells, int end) {
        int sum = 0;
        for (int row = 0; row < end; row++) {
            for (int at = starts[row]; at < starts[row + 1]; at++) {
                sum += cells[at];
            }
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        int[] starts = new int[64];
        int[] cells = new int[64];
        starts[40] = 100;
        Order.run(
                () -> {
                    synchronized (cells) {
                        sum(starts, cells, 39);
                        try {
                            sum(starts, cells, 60);
                            Order.require(false);
                        } catch (ArrayIndexOutOfBoundsException expected) {
                            starts[0] = 0;
                        }
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    starts[41] = 0;
                    synchronized (cells) {
                        for (int row = 0; row < 64; row++) {
                            starts[row] = 0;
                            cells[row] = 0;
                        }
                    }
                });
    }
}
