// Rule: end of <clinit> -> every first active use: method handles.
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

//! clean
public class InitByMethodHandle {
    static class Lazy {
        static {
            value = 1;
        }

        static void touch() {}
    }

    static int value;

    static void call(MethodHandle touch) throws Exception {
        try {
            touch.invokeExact();
        } catch (Throwable unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }

    public static void main(String[] args) throws Exception {
        MethodHandle touch = MethodHandles.lookup()
                .findStatic(Lazy.class, "touch", MethodType.methodType(void.class));
        Order.run(
                () -> {
                    call(touch);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    call(touch);
                    value = 2;
                });
    }
}
