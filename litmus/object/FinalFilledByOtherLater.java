// Rule: final fields: what another thread writes after it has handed an object over is not covered.
public class FinalFilledByOtherLater {
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

    private static final Object LOCK = new Object();

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        int[] row = new int[3];
        Name name = new Name();
        Order.run(
                () -> {
                    synchronized (LOCK) {
                        row[1] = 1;
                        name.length = 4;
                    }
                    Order.reach(1);
                    Order.await(2);
                    row[1] = 2; //! race cell write
                    name.length = 5; //! race length write
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    synchronized (LOCK) {
                        Publication.publish(new Table(row, name));
                    }
                    Order.reach(2);
                },
                () -> {
                    Order.await(3);
                    Table table = (Table) Publication.published();
                    int seen = table.row[1]; //! race cell read
                    int length = table.name.length; //! race length read
                });
    }
}
