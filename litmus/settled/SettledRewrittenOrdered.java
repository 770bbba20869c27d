// Rule: as SettledRewritten, with a lock around all accesses.
import java.lang.reflect.Field;

public class SettledRewrittenOrdered {
    static class Box {
        int value;

        Box() {
            value = 1;
        }
    }

    static final Box shared = new Box();
    static final Field field = Box.class.getDeclaredFields()[0];

    static void write() throws Exception {
        synchronized (shared) {
            field.setInt(shared, shared.value + 1);
        }
    }

    static void read() {
        synchronized (shared) {
            int seen = shared.value;
        }
    }

    static void all() throws Exception {
        for (int i = 0; i < 3; i++) {
            read();
            write();
            read();
        }
    }

    public static void main(String[] args) throws Exception { //! clean
        field.setInt(new Box(), 2);
        Order.run(SettledRewrittenOrdered::all, SettledRewrittenOrdered::all);
    }
}
