//! Values made at first use, with and without protection.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LazyValues {
    static class Holder {
        static final Object VALUE = new Object();
    }

    private static Object single;
    private static volatile Object checked;
    private static Object broken;
    private static Object locked;
    private Object own;
    private volatile Object ownChecked;
    private final Object mutex = new Object();

    // Reported: two threads may both see null, and make two.
    public static Object single() {
        if (single == null) { //~ true-positive read-write-race single
            single = new Object(); //~ true-positive unprotected-write single
        }
        return single;
    }

    // Clean: double-checked locking with a volatile field.
    public static Object checked() {
        if (checked == null) {
            synchronized (LazyValues.class) {
                if (checked == null) {
                    checked = new Object();
                }
            }
        }
        return checked;
    }

    // Reported: the first check has no lock and the field is not volatile. The return would be the second read report.
    public static Object broken() {
        if (broken == null) { //~ true-positive read-write-race broken
            synchronized (LazyValues.class) {
                if (broken == null) {
                    broken = new Object();
                }
            }
        }
        return broken;
    }

    // Clean: the initialization of a class makes it safe.
    public static Object held() {
        return Holder.VALUE;
    }

    // Clean: always under the lock.
    public static synchronized Object locked() {
        if (locked == null) {
            locked = new Object();
        }
        return locked;
    }

    // Reported: as single, in a field of the object.
    public Object own() {
        if (own == null) { //~ true-positive read-write-race own
            own = new Object(); //~ true-positive unprotected-write own
        }
        return own;
    }

    // Clean: the volatile field is read once into a local.
    public Object ownChecked() {
        Object value = ownChecked;
        if (value == null) {
            synchronized (mutex) {
                value = ownChecked;
                if (value == null) {
                    value = new Object();
                    ownChecked = value;
                }
            }
        }
        return value;
    }
}
