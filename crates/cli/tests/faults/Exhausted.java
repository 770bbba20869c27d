import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Memory of one kind runs out, the program catches that, lets go, and goes on. */
public final class Exhausted {
    private int value;
    private static int rounds;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) {
            String caught = exhaust(args[0]);
            System.out.println(caught);
            rounds++;
        }
        Exhausted object = new Exhausted();
        Thread one = new Thread(() -> object.value++);
        one.start();
        one.join();
        System.out.println("went on: " + (object.value + rounds));
    }

    private static String exhaust(String kind) {
        List<Object> kept = new ArrayList<>();
        try {
            while (true) {
                kept.add(more(kind, kept.size()));
            }
        } catch (OutOfMemoryError error) {
            kept = null;
            return String.valueOf(error.getMessage()).replaceAll("[0-9]+", "N");
        }
    }

    private static Object more(String kind, int number) {
        switch (kind) {
            case "arrays":
                return new long[1 << 17];
            case "objects":
                Exhausted[] many = new Exhausted[1 << 10];
                for (int i = 0; i < many.length; i++) {
                    many[i] = new Exhausted();
                }
                return many;
            case "direct":
                return ByteBuffer.allocateDirect(1 << 20);
            case "metaspace":
                return java.lang.reflect.Proxy.newProxyInstance(new Empty(), new Class<?>[] {Runnable.class},
                    (proxy, method, arguments) -> null);
            default:
                throw new IllegalArgumentException(kind);
        }
    }

    private static final class Empty extends ClassLoader {
        Empty() {
            super(Exhausted.class.getClassLoader());
        }
    }
}
