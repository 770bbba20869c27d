// Rule: reflection on a volatile field orders as the field does.
//! clean
import java.lang.reflect.Field;

public class FieldVolatile {
    static class Box {
        int value;
        volatile int flag;
        static long total;
    }

    static final Box shared = new Box();

    static final Field field = field();

    static Field field() {
        try {
            return Box.class.getDeclaredField("flag");
        } catch (NoSuchFieldException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        field.setInt(new Box(), 1);
        field.getInt(new Box());
        Order.run(
                () -> {
                    shared.value = 1;
                    field.setInt(shared, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    field.getInt(shared);
                    int seen = shared.value;
                });
    }
}
