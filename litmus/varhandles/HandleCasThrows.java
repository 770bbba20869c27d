// Rule: VarHandle: a compareAndSet that throws orders nothing, and nobody waits for its outcome.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleCasThrows {
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(Object[].class);
    static int value;

    static void fail(Object[] strings) {
        boolean thrown = false;
        try {
            ELEMENT.compareAndSet(strings, 0, null, strings);
        } catch (ArrayStoreException | ClassCastException expected) {
            thrown = true;
        }
        Order.require(thrown);
    }

    static Object read(Object[] strings) {
        return (Object) ELEMENT.getVolatile(strings, 0);
    }

    public static void main(String[] args) throws Exception {
        fail(new String[1]);
        read(new String[1]);
        Object[] strings = new String[1];
        Order.run(
                () -> {
                    value = 1; //! race value write
                    fail(strings);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(read(strings) == null);
                    value = 2; //! race value write
                });
    }
}
