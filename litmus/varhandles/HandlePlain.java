// Rule: VarHandle: plain ways give no edge, and race like accesses of the field itself.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandlePlain {
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findVarHandle(HandlePlain.class, "ready", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    static int value;
    int ready;

    public static void main(String[] args) throws Exception {
        HandlePlain object = new HandlePlain();
        READY.set(object, (int) READY.get(object));
        Order.run(
                () -> {
                    value = 1; //! race value write
                    READY.set(object, 1); //! race ready write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require((int) READY.get(object) == 1); //! race ready read
                    value = 2; //! race value write
                });
    }
}
