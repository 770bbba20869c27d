// Rule: program order alone does not order two threads. Two writes of a static field.
public class StaticWriteWrite {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 2; //! race value write
                });
    }
}
