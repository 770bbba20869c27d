import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;

/**
 * Loads {@code Counter} by two loaders from a jar in the jar that this comes from, and lets threads count without order: each
 * in a class of its own, or {@code together} in the one that was loaded last.
 */
public final class Loads extends ClassLoader {
    private final Map<String, byte[]> classes = new HashMap<>();

    private Loads(byte[] jar) throws IOException {
        super(ClassLoader.getPlatformClassLoader());
        try (JarInputStream in = new JarInputStream(new ByteArrayInputStream(jar))) {
            for (JarEntry entry = in.getNextJarEntry(); entry != null; entry = in.getNextJarEntry()) {
                classes.put(entry.getName(), in.readAllBytes());
            }
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name.concat(".class"));
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    public static void main(String[] args) throws Exception {
        byte[] jar;
        try (InputStream in = Loads.class.getResourceAsStream("/BOOT-INF/lib/counter.jar")) {
            jar = in.readAllBytes();
        }
        Runnable one = counter(jar);
        one.run();
        Runnable other = counter(jar);
        Thread first = new Thread(args[0].equals("together") ? other : one);
        Thread second = new Thread(other);
        first.start();
        second.start();
        first.join();
        second.join();
    }

    private static Runnable counter(byte[] jar) throws Exception {
        Class<?> type = Class.forName("Counter", true, new Loads(jar));
        return (Runnable) type.getConstructor().newInstance();
    }
}
