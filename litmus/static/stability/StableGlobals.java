//! Static fields and containers: a static path is never unstable, and the contents are a field of the container.
import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class StableGlobals {
    static class Part {
        int f;
    }

    private static Part global = new Part();
    private static final Part FIXED = new Part();
    private final List<String> fixed = new ArrayList<>();

    // Reported: a static field.
    public static void replace() {
        global = new Part(); //~ true-positive unprotected-write global
    }

    // Reported: below a static field.
    public static void set() {
        FIXED.f = 1; //~ true-positive unprotected-write f
    }

    // Reported: the contents of a container whose field nobody touches.
    public void add(String item) {
        fixed.add(item); //~ true-positive unprotected-write fixed
    }

    // Clean: a list of this method's own is neither shared nor stable.
    public List<String> own(String item) {
        List<String> list = new ArrayList<>();
        list.add(item);
        return list;
    }
}
