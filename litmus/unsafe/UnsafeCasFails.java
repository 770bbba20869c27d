// Rule: Unsafe: a CAS that fails writes nothing, so it releases nothing.
public class UnsafeCasFails {
    volatile int state;
    static final long STATE = Unsafe.offset(UnsafeCasFails.class, "state");

    static int value;

    public static void main(String[] args) throws Exception {
        UnsafeCasFails box = new UnsafeCasFails();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.require(!Unsafe.compareAndSwapInt(box, STATE, 7, 8));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(Unsafe.getIntVolatile(box, STATE) == 0);
                    value = 2; //! race value write
                });
    }
}
