import java.io.InputStream;

/** Loads a class that is newer than any JVM of today can read. */
public final class Newer extends ClassLoader {
    public static void main(String[] args) throws Exception {
        byte[] bytes;
        try (InputStream in = Newer.class.getResourceAsStream("Newer.class")) {
            bytes = in.readAllBytes();
        }
        bytes[6] = 1;
        for (int i = 0; i < 2; i++) {
            try {
                new Newer().defineClass("Newer", bytes, 0, bytes.length);
            } catch (UnsupportedClassVersionError expected) {
                System.out.println("refused");
            }
        }
    }
}
