// Rule: reflection accesses the field of the object that it is given.
//! clean
import java.lang.reflect.Field;

public class FieldOtherObject {
    static class Box {
        int value;
        volatile int flag;
        static long total;
    }

    static final Box shared = new Box();
    static final Box other = new Box();

    static final Field field = field();

    static Field field() {
        try {
            return Box.class.getDeclaredField("value");
        } catch (NoSuchFieldException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        field.setInt(new Box(), 1);
        Order.run(
                () -> {
                    field.setInt(shared, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    field.setInt(other, 1);
                });
    }
}
