// Rule: VarHandle: the volatile ways pair with volatile accesses of the field itself.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

//! clean
public class HandleMixed {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(HandleMixed.class, "ready", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    static int first;
    static int second;
    volatile int ready;

    public static void main(String[] args) throws Exception {
        HandleMixed one = new HandleMixed();
        HandleMixed two = new HandleMixed();
        Order.run(
                () -> {
                    first = 1;
                    READY.setVolatile(one, 1);
                    second = 1;
                    two.ready = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(one.ready == 1);
                    first = 2;
                    Order.require((int) READY.getAcquire(two) == 1);
                    second = 2;
                });
    }
}
