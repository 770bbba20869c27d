//! Two locks that may be one: reported by default, as they have different names, but not where every report has to be true.
public class GuardUnproved {
    private final Object first;
    private final Object second;
    private Object changing = new Object();
    private int given;
    private int kept;
    private int moved;

    // Clean: a constructor. The two may be the same object.
    public GuardUnproved(Object first, Object second) {
        this.first = first;
        this.second = second;
    }

    // Clean: one of two under the first lock.
    public void given(int to) {
        synchronized (first) {
            given = to;
        }
    }

    // Clean: see above.
    public void raise() {
        synchronized (first) {
            given++;
        }
    }

    // Reported: another name, and nothing says that it is the same object.
    public int given() {
        synchronized (second) {
            return given; //~ inconsistent-guard given
        }
    }

    // Clean: both accesses hold the lock of this name.
    public void keep(int to) {
        synchronized (first) {
            kept = to;
        }
    }

    // Clean: see keep.
    public int kept() {
        synchronized (first) {
            return kept;
        }
    }

    // Reported: the field that holds the lock is read, and changeLock writes it. What lies under it is not reported again.
    public void moved(int to) {
        synchronized (changing) { //~ true-positive read-write-race changing
            moved = to;
        }
    }

    // Clean: this object's lock is held. Doubt: a lock that may be replaced guards little, which is said at the field.
    public synchronized void changeLock() {
        changing = new Object();
    }
}
