import java.util.Arrays;

// Rule: an array that a thread made is its own only until others get to know it, in whatever way: by a method that stores it or
// returns it, one of two, a row, a copy, a lambda, an exception. What was written before races with what others read.
public class OwnArraysLeave {
    private static int[][] rows = new int[2][];

    private static void store(int[] cells) {
        Publication.publish(0, cells);
    }

    private static int[] make() {
        int[] cells = new int[2];
        cells[0] = 1; //! race made write
        return cells;
    }

    private static int[] same(int[] cells) {
        return cells;
    }

    private static int[] either(int[] one, int[] other) {
        return one.length > other.length ? one : other;
    }

    private static int[] deep(int[] cells, int depth) {
        return depth == 0 ? cells : deep(cells, depth - 1);
    }

    private static int read(int[] cells) {
        return cells[0]; //! race read read
    }

    private static void publish() {
        int[] stored = new int[2];
        stored[0] = 1; //! race stored write
        store(stored);
        Publication.publish(1, make());
        int[] alias = new int[2];
        alias[0] = 1; //! race alias write
        Publication.publish(2, same(alias));
        int[] joined = new int[2];
        joined[0] = 1; //! race joined write
        Publication.publish(3, either(joined, new int[1]));
        int[] row = new int[2];
        row[0] = 1; //! race row write
        int[][] matrix = {row};
        Publication.publish(4, matrix.clone()[0]);
        int[] copied = new int[2];
        copied[0] = 1; //! race copied write
        System.arraycopy(new int[][] {copied}, 0, rows, 0, 1);
        Publication.publish(5, rows[0]);
        int[] captured = new int[2];
        captured[0] = 1; //! race captured write
        Runnable lambda = () -> Publication.publish(6, captured);
        lambda.run();
        int[] carried = new int[2];
        carried[0] = 1; //! race carried write
        try {
            throw new ArrayCarrier(carried);
        } catch (ArrayCarrier e) {
            Publication.publish(7, e.cells);
        }
        int[] returned = new int[2];
        returned[0] = 1; //! race returned write
        Publication.publish(8, deep(returned, 3));
        int[] passed = new int[2];
        passed[0] = 1; //! race read write
        Publication.publish(9, passed);
        int[] filled = new int[2];
        filled[0] = 1; //! race filled write
        int[][] filling = new int[1][];
        Arrays.fill(filling, filled);
        Publication.publish(10, filling[0]);
    }

    private static int[] cells(int slot) {
        return (int[]) Publication.published(slot);
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        publish();
        new ArrayCarrier(null);
        Order.run(
                () -> {
                    publish();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int sum = cells(0)[0]; //! race stored read
                    sum += cells(1)[0]; //! race made read
                    sum += cells(2)[0]; //! race alias read
                    sum += cells(3)[0]; //! race joined read
                    sum += cells(4)[0]; //! race row read
                    sum += cells(5)[0]; //! race copied read
                    sum += cells(6)[0]; //! race captured read
                    sum += cells(7)[0]; //! race carried read
                    sum += cells(8)[0]; //! race returned read
                    sum += read(new int[2]) + read(cells(9));
                    sum += cells(10)[0]; //! race filled read
                    Order.require(sum == 11);
                });
    }
}

/** Not nested: private methods of a class with others in it may be called by these. */
final class ArrayCarrier extends RuntimeException {
    private static final long serialVersionUID = 1;
    final transient int[] cells;

    ArrayCarrier(int[] cells) {
        this.cells = cells;
    }
}
