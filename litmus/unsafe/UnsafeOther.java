// Rule: Unsafe: volatile modes order the accesses of one variable; another field of the object gives no edge.
public class UnsafeOther {
    volatile int flag;
    volatile int other;
    static final long FLAG = Unsafe.offset(UnsafeOther.class, "flag");
    static final long OTHER = Unsafe.offset(UnsafeOther.class, "other");

    static int value;

    public static void main(String[] args) throws Exception {
        UnsafeOther box = new UnsafeOther();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Unsafe.putIntVolatile(box, FLAG, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(Unsafe.getIntVolatile(box, OTHER) == 0);
                    value = 2; //! race value write
                });
    }
}
