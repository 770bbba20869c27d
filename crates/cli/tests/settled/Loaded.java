import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;

/** Uses a class that is not on the class path. */
public class Loaded {
    public static void main(String[] args) throws Exception {
        URL[] path = {new File(args[0]).toURI().toURL()};
        Class<?> box = Class.forName("Box", true, new URLClassLoader(path));
        Object made = box.getConstructor().newInstance();
        System.out.println(box.getMethod("sum").invoke(made));
    }
}
