// Rule: Unsafe: a successful CAS orders both ways, a failed one reads as volatile; getAndAdd and getAndSet do both.
//! clean
public class UnsafeCas {
    volatile int state;
    volatile Object reference;
    static final long STATE = Unsafe.offset(UnsafeCas.class, "state");
    static final long REFERENCE = Unsafe.offset(UnsafeCas.class, "reference");

    static int swapped;
    static int failed;
    static int added;

    public static void main(String[] args) throws Exception {
        UnsafeCas box = new UnsafeCas();
        Order.run(
                () -> {
                    swapped = 1;
                    Order.require(Unsafe.compareAndSwapInt(box, STATE, 0, 1));
                    failed = 1;
                    Order.require(Unsafe.compareAndSwapObject(box, REFERENCE, null, "value"));
                    Order.reach(1);
                    Order.await(2);
                    Unsafe.getAndAddInt(box, STATE, 1);
                    added = 2;
                },
                () -> {
                    Order.await(1);
                    Order.require(Unsafe.compareAndSwapInt(box, STATE, 1, 2));
                    swapped = 2;
                    Order.require(!Unsafe.compareAndSwapObject(box, REFERENCE, null, "other"));
                    failed = 2;
                    added = 1;
                    Unsafe.getAndSetInt(box, STATE, 3);
                    Order.reach(2);
                });
    }
}
