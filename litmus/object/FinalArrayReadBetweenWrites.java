// Rule: final fields: what a constructor left in an array stays safe for who reads it while writes of other arrays are still to be checked.
//! clean
public class FinalArrayReadBetweenWrites {
    static final int LENGTH = 128;

    static final class Table {
        final int[] row;

        Table() {
            int[] filled = new int[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                filled[i] = i;
            }
            row = filled;
        }
    }

    static int[] once = new int[LENGTH / 2];
    static int[] twice = new int[LENGTH / 2];

    /** By one line. */
    static void write(int[] to, int end) {
        for (int i = 0; i < end; i++) {
            to[i] = i;
        }
    }

    /** By another line. */
    static void clear(int[] to, int end) {
        for (int i = 0; i < end; i++) {
            to[i] = 0;
        }
    }

    static int sum(int[] row) {
        int sum = 0;
        for (int i = 0; i < LENGTH; i++) {
            sum += row[i];
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(0, new Table());
                    Publication.publish(1, new Table());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    write(once, LENGTH / 2);
                    int first = sum(((Table) Publication.published(0)).row);
                    clear(twice, LENGTH / 4);
                    write(twice, LENGTH / 2);
                    int second = sum(((Table) Publication.published(1)).row);
                    Order.require(first == LENGTH * (LENGTH - 1) / 2 && second == first);
                });
    }
}
