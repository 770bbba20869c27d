// Rule: final fields: an object that is frozen stays so, also when a thread that came by it through a final field puts it
// into an object of its own.
//! clean
public class FinalWrappedTwice {
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
                    row[1] = 1;
                    Name name = new Name();
                    name.length = 4;
                    Publication.publish(new Table(row, name));
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
                    Order.require(table.row[1] + table.name.length == 5);
                });
    }
}
