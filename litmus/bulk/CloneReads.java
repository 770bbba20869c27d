// Rule: clone reads the array.
public class CloneReads {
    static final long[] shared = new long[4];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared[2] = 1; //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.clone(); //! race element read
                });
    }
}
