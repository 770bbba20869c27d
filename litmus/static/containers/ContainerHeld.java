//! The container and the field that holds it are two locations; how the container is reached names it.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ContainerHeld {
    static class Box {
        final List<String> items = new ArrayList<>();

        // Clean: the class shows no sign of concurrency; what it does is reported where it is used.
        void put(String item) {
            items.add(item);
        }
    }

    private List<String> current = new ArrayList<>();
    private final List<String> lent = new ArrayList<>();
    private final Box box = new Box();
    private static final Map<String, String> REGISTRY = new HashMap<>();
    private final Map<String, List<String>> groups = new HashMap<>();

    // Reported: the field is written, not the contents.
    public void swap() {
        current = new ArrayList<>(); //~ true-positive unprotected-write current
    }

    // Reported: the field is read; the contents are only read everywhere.
    public int size() {
        return current.size(); //~ true-positive read-write-race current
    }

    // Clean: handing the list out accesses neither field nor contents in a way that conflicts.
    public List<String> lent() {
        return lent;
    }

    // Reported: the call changes a list two fields away.
    public void put(String item) {
        box.put(item); //~ true-positive unprotected-write items
    }

    // Reported: a list that the caller has, and perhaps another thread. The parameter names it.
    public void fill(List<String> target) {
        target.add("x"); //~ true-positive unprotected-write target
    }

    // Reported: a container in a static field.
    public static void register(String key) {
        REGISTRY.put(key, key); //~ true-positive unprotected-write REGISTRY
    }

    // Clean: a list of this method's own.
    public List<String> collect(String item) {
        List<String> items = new ArrayList<>();
        items.add(item);
        return items;
    }

    // Known gap: the list in the map is as shared as the map, but what a container gives has no path.
    public void group(String key, String item) {
        groups.get(key).add(item); //~ gap unprotected-write groups: an element of a container has no path
    }
}
