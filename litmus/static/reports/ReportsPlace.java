//! Where a report stands when two accesses conflict: at the one where the programmer has to act.
import androidx.annotation.UiThread;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ReportsPlace {
    private int writeBare;
    private int readBare;
    private int bothBare;
    private int writes;
    private int mixed;
    private int chain;
    private int three;
    private int publicCallee;

    // Reported: the write misses the lock.
    public void writeBare(int to) {
        writeBare = to; //~ true-positive unprotected-write writeBare
    }

    // Clean: this write has the lock; it is shown beside the other.
    public synchronized void writeLocked(int to) {
        writeBare = to;
    }

    // Clean: the write has the lock.
    public synchronized void readBare(int to) {
        readBare = to;
    }

    // Reported: the read misses it.
    public int readBare() {
        return readBare; //~ true-positive read-write-race readBare
    }

    // Reported: both miss it.
    public void bothBare(int to) {
        bothBare = to; //~ true-positive unprotected-write bothBare
    }

    // Reported: both miss it, and both lines have to change.
    public int bothBare() {
        return bothBare; //~ true-positive read-write-race bothBare
    }

    // Clean: one of two locked writers.
    public synchronized void writeOne() {
        writes = 1;
    }

    // Clean: the other.
    public synchronized void writeTwo() {
        writes = 2;
    }

    // Clean: the only writer without a lock is mixed.
    public synchronized void mixedLocked() {
        mixed = 1;
    }

    // Reported: the write without a lock.
    public void mixed() {
        mixed = 2; //~ true-positive unprotected-write mixed
    }

    // Clean: it holds the lock, and may see what mixed writes; the place to act is mixed.
    public synchronized void mixedIncrement() {
        mixed++;
    }

    // Reported at the call, not in the private method, though the access is there.
    public int chain() {
        return step(); //~ true-positive read-write-race chain
    }

    // Clean here: private.
    private int step() {
        return chain;
    }

    // Clean: under the lock.
    public void chain(int to) {
        synchronized (this) {
            chain = to;
        }
    }

    // Reported: without lock or thread.
    public int three() {
        return three; //~ true-positive read-write-race three
    }

    // Clean: the writer is confined and locked.
    @UiThread
    public synchronized void three(int to) {
        three = to;
    }

    // Clean: reads with the lock.
    public synchronized int threeLocked() {
        return three;
    }

    // Reported: at the boundary itself.
    public void callee() {
        publicCallee = 1; //~ true-positive unprotected-write publicCallee
    }

    // Clean here: one place to act has one report.
    public void caller() {
        callee();
    }

    // Clean: the caller's lock protects what the callee does for it.
    public synchronized void lockedCaller() {
        callee();
    }
}
