// Rule: final fields: of an array that a thread knew before, what it read before the constructor ended is not covered, nor
// what was written after that.
public class FinalArrayKnownBeforeLater {
    static final class Table {
        final int[] row;

        Table(int[] row) {
            this.row = row;
        }

        int cell(int at) {
            return row[at]; //! race later read
        }

        int early(int at) {
            return row[at]; //! race early read
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Table known = new Table(new int[64]);
        Order.run(
                () -> {
                    known.row[1] = 1; //! race early write
                    known.row[2] = 1;
                    Order.reach(1);
                    Order.await(2);
                    Table table = new Table(known.row);
                    known.row[3] = 1; //! race later write
                    Publication.publish(table);
                    Order.reach(3);
                },
                () -> {
                    // Whatever is kept of the first accesses of a place in the code has been.
                    for (int i = 0; i < 8; i++) {
                        Order.require(new Table(new int[64]).cell(0) == 0);
                    }
                    Order.await(1);
                    Order.require(known.cell(0) == 0);
                    int early = known.early(1);
                    Order.reach(2);
                    Order.await(3);
                    Table table = (Table) Publication.published();
                    Order.require(table.cell(2) == 1);
                    int later = table.cell(3);
                });
    }
}
