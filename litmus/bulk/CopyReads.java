// Rule: System.arraycopy reads the elements of the range that it copies, and no others.
public class CopyReads {
    static final int[] shared = new int[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared[0] = 1;
                    shared[3] = 1; //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    System.arraycopy(shared, 2, new int[4], 0, 4); //! race element read
                });
    }
}
