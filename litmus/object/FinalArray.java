// Rule: final fields: what is read through a final field and was written before its constructor
// ended is as safe as the field. An array, and an array of arrays.
//! clean
public class FinalArray {
    static final class Table {
        final int[] row;
        final int[][] rows;

        Table() {
            row = new int[] {1, 2, 3};
            rows = new int[2][2];
            rows[1][1] = 4;
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Table());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Table table = (Table) Publication.published();
                    Order.require(table.row[2] == 3 && table.rows[1][1] == 4);
                });
    }
}
