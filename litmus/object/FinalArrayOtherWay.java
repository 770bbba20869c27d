// Rule: final fields: only what is read through the final field is covered, not the same array
// reached by another way.
public class FinalArrayOtherWay {
    static final class Table {
        final int[] row;

        Table(int[] row) {
            row[1] = 1; //! race cell write
            this.row = row;
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    int[] row = new int[3];
                    new Table(row);
                    Publication.publish(row);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int[] row = (int[]) Publication.published();
                    int seen = row[1]; //! race cell read
                });
    }
}
