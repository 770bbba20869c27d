// Rule: fields that the constructor writes, and others who ask for them by their names.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;

public class SettledByName {
    static class Box {
        int reflected;
        int handled;

        Box() {
            reflected = 1;
            handled = 1;
        }
    }

    static final Box shared = new Box();
    static final Field field = field();
    static final VarHandle handle = handle();

    static Field field() {
        try {
            return Box.class.getDeclaredField("reflected");
        } catch (NoSuchFieldException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static VarHandle handle() {
        try {
            return MethodHandles.lookup().findVarHandle(Box.class, "handled", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static void write(Box box) throws Exception {
        field.setInt(box, 2); //! race reflected write
        handle.set(box, 2); //! race handled write
    }

    public static void main(String[] args) throws Exception {
        write(new Box());
        Order.run(
                () -> {
                    int seen = shared.reflected; //! race reflected read
                    seen = shared.handled; //! race handled read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    write(shared);
                });
    }
}
