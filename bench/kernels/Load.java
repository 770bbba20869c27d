import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;

/** Loads and links the classes that a file names, as a large program does when it starts. */
public final class Load {
    public static void main(String[] arguments) throws IOException {
        int loaded = 0;
        for (String name : Files.readAllLines(Paths.get(arguments[0]))) {
            try {
                // Asking for constructors links the class, without initializing it.
                Class.forName(name, false, Load.class.getClassLoader()).getDeclaredConstructors();
                loaded++;
            } catch (ClassNotFoundException | LinkageError unfit) {
                // Some need what only the JDK's own classes may use.
            }
        }
        System.out.println("loaded " + loaded);
    }
}
