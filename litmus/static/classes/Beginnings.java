//! Constructors and initializers: the object is not shared yet, static fields and arguments are.
import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class Beginnings {
    private static int created;
    private static final List<String> NAMES = new ArrayList<>();
    private static int table;
    private int first;
    private int second = 2;
    private int helped;
    private int locked;
    private int later;
    private final List<String> own = new ArrayList<>();

    static {
        table = 1;
        NAMES.add("first");
    }

    {
        first = 1;
    }

    // Clean: fields of the new object, directly, by a block, and by a helper.
    public Beginnings() {
        second = 3;
        own.add("x");
        help(4);
    }

    // Reported: a static field is shared from the beginning.
    public Beginnings(int ignored) {
        created++; //~ true-positive unprotected-write created
    }

    // Reported: the other object is not the new one.
    public Beginnings(Beginnings other) {
        other.later = 1; //~ true-positive unprotected-write later
    }

    // Clean: the constructor writes without the lock, nobody else could.
    public Beginnings(String ignored) {
        locked = 1;
    }

    // Clean here: private, called for a new object only.
    private void help(int to) {
        helped = to;
    }

    // Clean: written by constructors only.
    public int sum() {
        return first + second + helped;
    }

    // Clean: reads under the lock what others write under it.
    public synchronized int locked() {
        return locked;
    }

    // Clean: see locked.
    public synchronized void lock(int to) {
        locked = to;
    }

    // Clean: the class's initializer has written this, and nobody else does.
    public static int table() {
        return table;
    }

    // Clean here: the constructor that is called writes the static field, and is told of itself.
    public static Beginnings make() {
        return new Beginnings(7);
    }

    // Clean: only reads, and only the initializer writes.
    public static String firstName() {
        return NAMES.get(0);
    }
}
