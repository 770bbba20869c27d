//! Objects that are their own privileged action: `run` is called where the class says so, under the locks that are held there.
import java.security.AccessController;
import java.security.PrivilegedAction;

@SuppressWarnings("removal")
public class PrivilegedActions implements PrivilegedAction<Object> {
    private int opened;
    private int mode;

    // Clean: runs the action with the lock.
    public synchronized void open() {
        AccessController.doPrivileged(this);
    }

    // Clean: holds the lock.
    public synchronized int opened() {
        return opened;
    }

    // Clean here: only whoever asked for it runs it.
    @Override
    public Object run() {
        opened++;
        return null;
    }

    // Reported: the action is run without the lock.
    public void openBare() {
        AccessController.doPrivileged(this); //~ true-positive unprotected-write opened
    }

    // Reported: a lambda is run at once, too.
    public void lambda() {
        AccessController.doPrivileged((PrivilegedAction<Integer>) () -> mode = 1); //~ unprotected-write mode
    }

    // Clean: see opened.
    public synchronized int mode() {
        return mode;
    }
}

@SuppressWarnings("removal")
class PrivilegedChoices implements PrivilegedAction<Object> {
    private boolean reads;
    private int count;

    // Clean: the lock is for the choice. That the action may count under it does not say that it is for the count.
    public synchronized void read() {
        reads = true;
        AccessController.doPrivileged(this);
    }

    // Clean here: told at its callers.
    @Override
    public Object run() {
        if (!reads) {
            count++;
        }
        return null;
    }

    // Clean: see read. Doubt: of another action this would be wrong.
    public int count() {
        return count;
    }
}
