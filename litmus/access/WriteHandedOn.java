// Rule: the last write counts: it is ordered after the first, but the reader only after the first.
public class WriteHandedOn {
    static int value;
    static volatile boolean first;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1;
                    first = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(first);
                    value = 2; //! race value write
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(first);
                    int seen = value; //! race value read
                });
    }
}
