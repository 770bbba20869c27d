// Rule: a method handle that sets a field writes it.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

public class SetterHandle {
    static class Box {
        int value;
        volatile int flag;
        static long total;
    }

    static final Box shared = new Box();

    static final MethodHandle handle = handle();

    static MethodHandle handle() {
        try {
            return MethodHandles.lookup().findSetter(Box.class, "value", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static void set(Box box, int value) {
        try {
            handle.invokeExact(box, value); //! race value write
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        set(new Box(), 1);
        Order.run(
                () -> {
                    set(shared, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = shared.value; //! race value read
                });
    }
}
