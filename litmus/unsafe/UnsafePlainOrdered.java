// Rule: Unsafe: what is ordered, or of other variables, does not race; nor does what is no variable of the program.
//! clean
public class UnsafePlainOrdered {
    static final Object LOCK = new Object();
    static final long LOCKED = Unsafe.offset(UnsafePlainOrdered.class, "locked");
    static final long FIRST = Unsafe.offset(UnsafePlainOrdered.class, "first");
    static final long SECOND = Unsafe.offset(UnsafePlainOrdered.class, "second");
    static final long PUBLISHED = Unsafe.offset(UnsafePlainOrdered.class, "published");
    static final long VOLATILE = Unsafe.offset(UnsafePlainOrdered.class, "flag");

    int locked;
    int first;
    int second;
    int published;
    volatile int flag;

    public static void main(String[] args) throws Exception {
        UnsafePlainOrdered it = new UnsafePlainOrdered();
        int[] ints = new int[4];
        long ofInts = Unsafe.firstElement(int[].class);
        long[] longs = new long[2];
        long ofLongs = Unsafe.firstElement(long[].class);
        long address = Unsafe.allocateMemory(8);
        int captured = args.length;
        Runnable lambda = () -> Order.require(captured == 0);
        lambda.run();
        Order.run(
                () -> {
                    synchronized (LOCK) {
                        SunUnsafe.UNSAFE.putInt(it, LOCKED, 1);
                    }
                    SunUnsafe.UNSAFE.putInt(it, FIRST, 1);
                    SunUnsafe.UNSAFE.putInt(ints, ofInts, 1);
                    SunUnsafe.UNSAFE.setMemory(ints, ofInts, 2 * Integer.BYTES, (byte) 1);
                    // Halves of one element, and what lies across two.
                    SunUnsafe.UNSAFE.putInt(longs, ofLongs, 1);
                    SunUnsafe.UNSAFE.putInt(longs, ofLongs + 10, 1);
                    SunUnsafe.UNSAFE.putLong(null, address, 1L);
                    SunUnsafe.UNSAFE.putInt(it, PUBLISHED, 1);
                    SunUnsafe.UNSAFE.putOrderedInt(it, VOLATILE, 1);
                    SunUnsafe.UNSAFE.putInt(it, VOLATILE, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (LOCK) {
                        Order.require(SunUnsafe.UNSAFE.getInt(it, LOCKED) == 1);
                    }
                    SunUnsafe.UNSAFE.putInt(it, SECOND, 1);
                    SunUnsafe.UNSAFE.putInt(ints, ofInts + 2 * Integer.BYTES, 1);
                    SunUnsafe.UNSAFE.setMemory(ints, ofInts + 3 * Integer.BYTES, Integer.BYTES, (byte) 1);
                    SunUnsafe.UNSAFE.putInt(longs, ofLongs + 4, 1);
                    Order.require(SunUnsafe.UNSAFE.getLong(null, address) == 1L);
                    // The header of an array, a field of a class that the JVM made, a class without fields.
                    SunUnsafe.UNSAFE.getInt(ints, ofInts - 4);
                    SunUnsafe.UNSAFE.getInt(lambda, 12L);
                    SunUnsafe.UNSAFE.getInt(int.class, 12L);
                    SunUnsafe.UNSAFE.getInt(new Object(), 12L);
                    Order.require(SunUnsafe.UNSAFE.getIntVolatile(it, VOLATILE) == 1);
                    Order.require(SunUnsafe.UNSAFE.getInt(it, PUBLISHED) == 1);
                });
    }
}
