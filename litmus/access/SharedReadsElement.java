// Rule: as SharedReads, for an array element.
public class SharedReadsElement {
    static volatile boolean firstDone;

    public static void main(String[] args) throws Exception {
        Object[] cells = new Object[3];
        Order.run(
                () -> {
                    Object seen = cells[1];
                    firstDone = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Object seen = cells[1]; //! race cell read
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(firstDone);
                    cells[1] = "new"; //! race cell write
                });
    }
}
