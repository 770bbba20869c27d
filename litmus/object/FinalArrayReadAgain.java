// Rule: final fields: what was written to an array before the constructor ended is safe for who reads it through the final field, however
// often.
//! clean
public class FinalArrayReadAgain {
    static final class Table {
        final int[] row;

        Table(int[] row) {
            row[1] = 1;
            this.row = row;
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Table(new int[3]));
                    Publication.publish(new Table(new int[100]));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Table table = (Table) Publication.published();
                    int sum = table.row[1] + table.row[1];
                    for (int round = 0; round < 3; round++) {
                        for (int i = 0; i < table.row.length; i++) {
                            sum += table.row[i];
                        }
                    }
                    Order.require(sum == 5);
                });
    }
}
