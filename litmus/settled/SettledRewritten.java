// Rule: a field that the constructor writes, and then reflection that nobody could foresee: what comes after that is known.
import java.lang.reflect.Field;

public class SettledRewritten {
    static class Box {
        int value;
        int other;

        Box() {
            value = 1;
            other = 1;
        }

        int get() {
            return value; //! race value read
        }
    }

    static final Box shared = new Box();
    static final Field field = Box.class.getDeclaredFields()[0];

    static void write(Box box, int value) throws Exception {
        field.setInt(box, value); //! race value write
    }

    public static void main(String[] args) throws Exception {
        write(new Box(), 2);
        Order.run(
                () -> {
                    write(shared, 3);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get();
                    int seen = shared.other;
                });
    }
}
