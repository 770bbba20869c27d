//! A class without any sign of concurrency is not looked at.
import java.util.ArrayList;
import java.util.List;

public class ScopeUnmarked {
    private final List<String> names = new ArrayList<>();
    private static int created;
    private int value;

    // Clean: nothing says that several threads use this class.
    public void set(int to) {
        value = to;
    }

    // Clean: as set.
    public int get() {
        return value;
    }

    // Clean: as set.
    public void add(String name) {
        names.add(name);
    }

    // Clean: as set, though the field is static.
    public static void create() {
        created++;
    }
}
