// Rule: Unsafe: an element is the same variable as that of a VarHandle, in volatile modes.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

//! clean
public class UnsafeAndHandle {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    static int value;

    public static void main(String[] args) throws Exception {
        long[] array = new long[2];
        long second = Unsafe.firstElement(long[].class) + Long.BYTES;
        ELEMENT.setVolatile(array, 0, (long) ELEMENT.getVolatile(array, 0));
        Order.run(
                () -> {
                    value = 1;
                    Unsafe.putLongVolatile(array, second, 1L);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require((long) ELEMENT.getVolatile(array, 1) == 1L);
                    value = 2;
                });
    }
}
