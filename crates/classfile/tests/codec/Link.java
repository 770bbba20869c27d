import java.nio.file.Files;
import java.nio.file.Path;

/** Links every class of a list of "module class" lines, and says which fail, and how. */
class Link {
    public static void main(String[] args) throws Exception {
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            String[] words = line.split(" ");
            try {
                Module module = ModuleLayer.boot().findModule(words[0]).orElseThrow();
                // Reflection links a class before it lists its methods; nothing is initialized.
                Class.forName(module, words[1]).getDeclaredMethods();
            } catch (Throwable failure) {
                System.out.println(line + " " + failure.toString().lines().findFirst().get());
            }
        }
    }
}
