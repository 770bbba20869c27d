//! Static fields are paths of their own, which do not depend on any object.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class PathStatics {
    static class Settings {
        static int level;
        static final int DEPTH = 4;
        int own;
    }

    private static final Settings SHARED = new Settings();
    private static int created;
    private static int seen;
    private static int locked;

    // Reported: a static field written without a lock.
    public static void create() {
        created++; //~ true-positive unprotected-write created
    }

    // Reported: an instance method writes the same location, which all instances share.
    public void createHere() {
        created = created + 1; //~ true-positive unprotected-write created
    }

    // Clean: never written.
    public static int seen() {
        return seen;
    }

    // Reported: the static field of another class, which itself is not looked at.
    public void level(int level) {
        Settings.level = level; //~ true-positive unprotected-write level
    }

    // Clean: a constant.
    public int depth() {
        return Settings.DEPTH;
    }

    // Reported: a field below a static one.
    public void own(int value) {
        SHARED.own = value; //~ true-positive unprotected-write own
    }

    // Clean: under the lock of the class, as in readLocked.
    public static synchronized void lock(int value) {
        locked = value;
    }

    // Clean: see lock.
    public static synchronized int readLocked() {
        return locked;
    }
}
