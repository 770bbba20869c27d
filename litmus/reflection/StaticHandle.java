// Rule: a method handle of a static field.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class StaticHandle {
    static class Box {
        int value;
        volatile int flag;
        static long total;
    }

    static final Box shared = new Box();

    static final MethodHandle handle = handle();

    static MethodHandle handle() {
        try {
            return MethodHandles.lookup().findStaticGetter(Box.class, "total", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static long get() {
        try {
            return (long) handle.invoke(); //! race total read
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        get();
        Order.run(
                () -> {
                    Box.total = 1; //! race total write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    get();
                });
    }
}
