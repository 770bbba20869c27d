// Rule: program order alone does not order two threads. A write, then a read of a static field.
public class StaticWriteRead {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = value; //! race value read
                });
    }
}
