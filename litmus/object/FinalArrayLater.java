// Rule: final fields: what is written after the constructor ended is not covered.
public class FinalArrayLater {
    static final class Table {
        final int[] row = new int[3];
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Table table = new Table();
                    table.row[1] = 1; //! race cell write
                    Publication.publish(table);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Table table = (Table) Publication.published();
                    int seen = table.row[1]; //! race cell read
                });
    }
}
