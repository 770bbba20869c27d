//! GuardedBy on a method: its caller has to hold the lock.
import net.jcip.annotations.GuardedBy;

public class GuardedByMethod {
    private int size;
    private int grown;

    // Clean: the caller holds the lock, says the annotation. Doubt: RacerD looks at fields only.
    @GuardedBy("this")
    void grow() {
        grown++;
    }

    // Clean: the lock is held at the call.
    public synchronized void growLocked() {
        grow();
    }

    // Known gap: the call breaks what the annotation asks for.
    public void growBare() {
        grow(); //~ gap guarded-by-violation grown: the annotation of a method is not checked at its calls
    }

    // Clean: a private helper, whose callers hold the lock.
    @GuardedBy("this")
    private void resize(int to) {
        size = to;
    }

    // Clean: see resize.
    public synchronized void enlarge(int to) {
        resize(to);
    }

    // Clean: reads under the same lock.
    public synchronized int size() {
        return size;
    }
}
