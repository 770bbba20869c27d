// Rule: final fields: what was written to an array before the constructor ended is safe for who reads it through the final
// field, also for a thread that knew the array before and has read other elements of it, at the same places in the code.
//! clean
public class FinalArrayKnownBefore {
    static final class Name {
        int length;
    }

    static final class Table {
        final int[] row;
        final Name[] names;

        Table(int[] row, Name[] names) {
            this.row = row;
            this.names = names;
        }

        /** Each element once: replay is told of the first read of each alone that it is safe. */
        int sum(int from) {
            int sum = row[from] + names[from].length;
            for (int i = 0; i < 3; i++) {
                sum += row[from + 1 + i * i];
            }
            return sum;
        }
    }

    static Table table() {
        Name[] names = new Name[64];
        names[0] = new Name();
        return new Table(new int[64], names);
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Table known = table();
        Order.run(
                () -> {
                    Order.await(1);
                    for (int i = 10; i < 20; i++) {
                        known.row[i] = 1;
                    }
                    known.names[10] = new Name();
                    known.names[10].length = 1;
                    Publication.publish(new Table(known.row, known.names));
                    Order.reach(2);
                },
                () -> {
                    // Whatever is kept of the first accesses of a place in the code has been.
                    for (int i = 0; i < 8; i++) {
                        Order.require(table().sum(0) == 0);
                    }
                    Order.require(known.sum(0) == 0);
                    Order.reach(1);
                    Order.await(2);
                    Table table = (Table) Publication.published();
                    Order.require(table.sum(10) == 5);
                });
    }
}
