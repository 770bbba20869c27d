// Rule: VarHandle: setVolatile -> getVolatile. An instance field, a static field, an element.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

//! clean
public class HandleVolatile {
    static final VarHandle FIELD;
    static final VarHandle STATIC;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            FIELD = lookup.findVarHandle(HandleVolatile.class, "field", int.class);
            STATIC = lookup.findStaticVarHandle(HandleVolatile.class, "staticField", Object.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    static Object staticField;
    static final int[] CELLS = new int[3];
    int field;

    public static void main(String[] args) throws Exception {
        HandleVolatile object = new HandleVolatile();
        long[] flags = new long[2];
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    FIELD.setVolatile(object, 1);
                    CELLS[1] = 1;
                    STATIC.setVolatile((Object) "ready");
                    CELLS[2] = 1;
                    ELEMENT.setVolatile(flags, 1, 1L);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require((int) FIELD.getVolatile(object) == 1);
                    CELLS[0] = 2;
                    Order.require((Object) STATIC.getVolatile() != null);
                    CELLS[1] = 2;
                    Order.require((long) ELEMENT.getVolatile(flags, 1) == 1);
                    CELLS[2] = 2;
                });
    }
}
