import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

/** Loads a class from a directory that is not on the class path, before or after the one whose field it writes. */
public class Elsewhere {
    public static void main(String[] args) throws Exception {
        URL[] path = {new File(args[0]).toURI().toURL()};
        ClassLoader loader = new URLClassLoader(path);
        if (args[1].equals("after")) {
            Class.forName("Box");
        }
        Class<?> stranger = Class.forName("Stranger", true, loader);
        Method write = stranger.getMethods()[0];
        Scene.play(write);
    }
}
