// Rule: System.arraycopy writes the elements of the range that it copies to.
public class CopyWrites {
    static final long[] shared = new long[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    System.arraycopy(new long[2], 0, shared, 3, 2); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    long seen = shared[2] + shared[5];
                    seen += shared[4]; //! race element read
                });
    }
}
