// Rule: Field.get reads the field.
import java.lang.reflect.Field;

public class FieldGet {
    static class Box {
        int value;
        volatile int flag;
        static long total;
    }

    static final Box shared = new Box();

    static final Field field = field();

    static Field field() {
        try {
            return Box.class.getDeclaredField("value");
        } catch (NoSuchFieldException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws Exception {
        field.get(new Box());
        Order.run(
                () -> {
                    shared.value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    field.get(shared); //! race value read
                });
    }
}
