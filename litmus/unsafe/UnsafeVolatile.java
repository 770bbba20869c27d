// Rule: Unsafe: volatile modes and ordered writes order as the volatile field does, also with the program's own accesses.
//! clean
public class UnsafeVolatile {
    volatile int flag;
    volatile Object reference;
    static final long FLAG = Unsafe.offset(UnsafeVolatile.class, "flag");
    static final long REFERENCE = Unsafe.offset(UnsafeVolatile.class, "reference");
    static final long FIRST = Unsafe.firstElement(long[].class);

    static int written;
    static int read;
    static int ordered;
    static int element;
    static int memory;

    public static void main(String[] args) throws Exception {
        UnsafeVolatile box = new UnsafeVolatile();
        long[] array = new long[1];
        long address = Unsafe.allocateMemory(8);
        Order.run(
                () -> {
                    written = 1;
                    Unsafe.putIntVolatile(box, FLAG, 1);
                    Order.reach(1);
                    Order.await(2);
                    Order.require(Unsafe.getIntVolatile(box, FLAG) == 2);
                    read = 2;
                    ordered = 1;
                    Unsafe.putOrderedObject(box, REFERENCE, "value");
                    element = 1;
                    Unsafe.putLongVolatile(array, FIRST, 1L);
                    memory = 1;
                    Unsafe.putLongVolatile(null, address, 1L);
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    Order.require(box.flag == 1);
                    written = 2;
                    read = 1;
                    box.flag = 2;
                    Order.reach(2);
                    Order.await(3);
                    Order.require(box.reference.equals("value"));
                    ordered = 2;
                    Order.require(Unsafe.getLongVolatile(array, FIRST) == 1L);
                    element = 2;
                    Order.require(Unsafe.getLongVolatile(null, address) == 1L);
                    memory = 2;
                });
    }
}
