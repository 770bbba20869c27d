// Rule: program order: a thread's read, then its write, does not hide another thread's read.
public class ReadThenOwnWrite {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    int seen = value; //! race value read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = value;
                    value = seen + 1; //! race value write
                });
    }
}
