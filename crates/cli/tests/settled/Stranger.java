/** Lies elsewhere than on the class path. */
public class Stranger {
    public static void write(Box box) {
        box.value = 2;
    }
}
