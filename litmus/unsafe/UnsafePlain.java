// Rule: Unsafe: plain modes give no edge, and race with each other.
public class UnsafePlain {
    static final long READY = Unsafe.offset(UnsafePlain.class, "ready");

    static int value;
    int ready;

    public static void main(String[] args) throws Exception {
        UnsafePlain object = new UnsafePlain();
        SunUnsafe.UNSAFE.putInt(object, READY, SunUnsafe.UNSAFE.getInt(object, READY));
        Order.run(
                () -> {
                    value = 1; //! race value write
                    SunUnsafe.UNSAFE.putInt(object, READY, 1); //! race ready write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(SunUnsafe.UNSAFE.getInt(object, READY) == 1); //! race ready read
                    value = 2; //! race value write
                });
    }
}
