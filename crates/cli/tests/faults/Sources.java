import java.io.File;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;

/** Loads and runs the class {@code Victim} of each directory or jar, and prints what became of it. */
public final class Sources {
    public static void main(String[] args) throws Exception {
        for (String source : args) {
            System.out.println(source + ": " + verdict(new File(source)));
        }
    }

    private static String verdict(File source) {
        try (URLClassLoader loader = new URLClassLoader(new URL[] {source.toURI().toURL()})) {
            Class<?> victim = Class.forName("Victim", true, loader);
            Method run = victim.getMethod("run", int.class);
            return "ran, " + run.invoke(null, 3);
        } catch (Throwable refused) {
            Throwable cause = refused.getCause();
            return refused + (cause == null ? "" : " because of " + cause);
        }
    }
}
