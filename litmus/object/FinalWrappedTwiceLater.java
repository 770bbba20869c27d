// Rule: final fields: what was written after the constructor ended is not covered, although another thread puts the same object behind
// a final field of its own after that.
public class FinalWrappedTwiceLater {
    static final class Name {
        int length;
    }

    static final class Table {
        final int[] row;
        final Name name;

        Table(int[] row, Name name) {
            this.row = row;
            this.name = name;
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    int[] row = new int[3];
                    Name name = new Name();
                    Publication.publish(new Table(row, name));
                    row[1] = 1; //! race cell write
                    name.length = 4; //! race length write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Table table = (Table) Publication.published();
                    new Table(table.row, table.name);
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Table table = (Table) Publication.published();
                    int seen = table.row[1]; //! race cell read
                    int length = table.name.length; //! race length read
                });
    }
}
