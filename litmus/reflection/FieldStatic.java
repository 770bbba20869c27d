// Rule: Field.getLong reads a static field.
import java.lang.reflect.Field;

public class FieldStatic {
    static class Box {
        int value;
        volatile int flag;
        static long total;
    }

    static final Box shared = new Box();

    static final Field field = field();

    static Field field() {
        try {
            return Box.class.getDeclaredField("total");
        } catch (NoSuchFieldException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        field.getLong(null);
        Order.run(
                () -> {
                    Box.total = 1; //! race total write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    field.getLong(null); //! race total read
                });
    }
}
