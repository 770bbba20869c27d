//! The same class as ScopeUnmarked, when all classes are to be looked at.
//! options: --all
import java.util.ArrayList;
import java.util.List;

public class ScopeAll {
    private final List<String> names = new ArrayList<>();
    private static int created;
    private int value;

    // Reported: with --all every method may run in parallel with itself.
    public void set(int to) {
        value = to; //~ true-positive unprotected-write value
    }

    // Reported: reads what set writes.
    public int get() {
        return value; //~ true-positive read-write-race value
    }

    // Reported: a container.
    public void add(String name) {
        names.add(name); //~ true-positive unprotected-write names
    }

    // Reported: a static field.
    public static void create() {
        created++; //~ true-positive unprotected-write created
    }
}
