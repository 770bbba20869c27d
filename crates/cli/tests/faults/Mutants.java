import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Defines and links classes that were damaged at random, and prints what the JVM says of each: the
 * arguments are a seed, how many mutants each class gets, and class files.
 */
public final class Mutants {
    private static final byte[] EXTREMES = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFF};

    public static void main(String[] args) throws Exception {
        Random random = new Random(Long.parseLong(args[0]));
        int mutants = Integer.parseInt(args[1]);
        for (int file = 2; file < args.length; file++) {
            byte[] original = Files.readAllBytes(Path.of(args[file]));
            for (int i = 0; i < mutants; i++) {
                byte[] mutant = mutated(original, random);
                System.out.println(Path.of(args[file]).getFileName() + " " + i + ": " + verdict(mutant));
            }
        }
    }

    private static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(3)) {
                case 0:
                    bytes[at] ^= 1 << random.nextInt(8);
                    break;
                case 1:
                    bytes[at] = EXTREMES[random.nextInt(EXTREMES.length)];
                    break;
                default:
                    bytes[at] = (byte) random.nextInt(256);
            }
        }
        return bytes;
    }

    /** What the JVM makes of a class: its name and methods, or the error in full. */
    private static String verdict(byte[] bytes) {
        try {
            Class<?> defined = new Loader().define(bytes);
            return defined.getName() + " with " + defined.getDeclaredMethods().length + " methods and "
                + defined.getDeclaredFields().length + " fields";
        } catch (Throwable refused) {
            return refused.toString().replaceAll("@[0-9a-f]{5,8}", "@");
        }
    }

    private static final class Loader extends ClassLoader {
        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }
    }
}
