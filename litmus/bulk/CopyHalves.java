// Rule: System.arraycopy touches the ranges that it is given only: two threads that copy to halves of an array.
//! clean
public class CopyHalves {
    static final Object[] shared = new Object[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    System.arraycopy(new Object[4], 0, shared, 0, 4);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    System.arraycopy(new Object[4], 0, shared, 4, 4);
                    Object seen = shared[5];
                });
    }
}
