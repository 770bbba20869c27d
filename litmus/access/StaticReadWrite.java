// Rule: program order alone does not order two threads. A read, then a write of a static field.
public class StaticReadWrite {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    int seen = value; //! race value read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 2; //! race value write
                });
    }
}
