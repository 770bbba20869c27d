//! Two locks of different kinds on one field, or one lock under two names.
//! The stricter mode wants to see that the locks are two.
import java.util.concurrent.locks.ReentrantLock;

public class GuardKinds {
    static class Cell {
        int value;
        int rank;
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final Object mutex = this;
    private static int created;
    private int mixed;
    private int monitor;
    private int same;

    // Clean: two accesses hold this object's lock.
    public synchronized void mixed(int to) {
        mixed = to;
    }

    // Clean: see above.
    public synchronized int mixed() {
        return mixed;
    }

    // Reported: the lock field is not this object.
    public void mix() {
        lock.lock();
        mixed++; //~ true-positive inconsistent-guard mixed
        lock.unlock();
    }

    // Clean: locks and unlocks.
    public void lockIt() {
        lock.lock();
        monitor++;
        lock.unlock();
    }

    // Clean: see lockIt.
    public void lockAgain() {
        lock.lock();
        monitor--;
        lock.unlock();
    }

    // Reported: the monitor of a Lock object is not the lock that it is.
    public void confuse() {
        synchronized (lock) {
            monitor++; //~ true-positive inconsistent-guard monitor
        }
    }

    // Clean: the final field was given this object.
    public void same() {
        synchronized (mutex) {
            same++;
        }
    }

    // Clean: so it is the same lock.
    public synchronized int readSame() {
        return same;
    }

    // Clean: the class's lock for what is static.
    public static synchronized void create() {
        created++;
    }

    // Clean: see create.
    public static synchronized int created() {
        return created;
    }

    // Reported: the lock of one instance does not keep others out.
    public synchronized void createHere() {
        created++; //~ true-positive inconsistent-guard created
    }

    // Clean: the cell's own lock.
    public void raise(Cell cell) {
        synchronized (cell) {
            cell.value++;
        }
    }

    // Clean: see raise.
    public void lower(Cell cell) {
        synchronized (cell) {
            cell.value--;
        }
    }

    // Reported: this object's lock does not guard the cell.
    public synchronized int value(Cell cell) {
        return cell.value; //~ inconsistent-guard value
    }

    // Clean: the cell's own lock.
    public void rank(Cell cell) {
        synchronized (cell) {
            cell.rank++;
        }
    }

    // Reported: a lock that is made here excludes nobody.
    public void useless(Cell cell) {
        synchronized (new Object()) {
            cell.rank++; //~ unprotected-write rank
        }
    }
}
