// Rule: a method handle of a volatile field orders as the field does.
//! clean
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class GetterHandleVolatile {
    static class Box {
        int value;
        volatile int flag;
        static long total;
    }

    static final Box shared = new Box();

    static final MethodHandle handle = handle();

    static MethodHandle handle() {
        try {
            return MethodHandles.lookup().findGetter(Box.class, "flag", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static int get(Box box) {
        try {
            return (int) handle.invokeExact(box);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        get(new Box());
        Order.run(
                () -> {
                    shared.value = 1;
                    shared.flag = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    get(shared);
                    int seen = shared.value;
                });
    }
}
