import java.lang.reflect.Field;

/** Writes by reflection to fields of which nothing on the class path says that it does so. */
public class Rewriting {
    static class Box {
        int value;
        int other;

        Box() {
            value = 1;
            other = 1;
        }
    }

    private static final Field FIELD = Box.class.getDeclaredFields()[0];

    public static void main(String[] args) throws Exception {
        FIELD.getInt(new Box());
        Box box = new Box();
        if (args[0].equals("shared")) {
            Thread reader = new Thread(() -> System.out.println(box.value + box.other));
            reader.start();
            reader.join();
        }
        FIELD.setInt(box, 2);
        FIELD.setInt(box, 3);
        System.out.println(box.value);
    }
}
