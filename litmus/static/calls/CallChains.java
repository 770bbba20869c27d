//! What private methods do is reported where a method at the boundary calls them, with the chain of calls.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class CallChains {
    private int written;
    private int read;
    private int locked;
    private int half;
    private int unused;
    private int inside;
    private int released;
    private int dead;

    // Clean here: private; reported at its callers.
    private void write() {
        written = 1;
    }

    // Clean here: private, passes the write on.
    private void middle() {
        write();
    }

    // Clean here: private.
    private int readIt() {
        return read;
    }

    // Clean here: private; its callers hold the lock.
    private void locked() {
        locked++;
    }

    // Clean here: private; one caller holds the lock and one does not.
    private void half() {
        half = 1;
    }

    // Clean: private, and nobody calls it.
    private void unused() {
        unused++;
    }

    // Clean here: takes the lock itself.
    private void inside() {
        synchronized (this) {
            inside++;
        }
    }

    // Reported at the call.
    public void callWrite() {
        write(); //~ true-positive unprotected-write written
    }

    // Clean here: two calls away from the write that is told at callWrite, which is nearer to it.
    public void callMiddle() {
        middle();
    }

    // Clean: the only write of `read` holds the lock.
    public synchronized void setRead(int to) {
        read = to;
    }

    // Reported at the call: a read in a callee, without the lock.
    public int callRead() {
        return readIt(); //~ true-positive read-write-race read
    }

    // Clean: the lock of the caller protects the callee.
    public synchronized void callLocked() {
        locked();
    }

    // Clean: another caller with the lock.
    public void callLockedToo() {
        synchronized (this) {
            locked();
        }
    }

    // Clean: with the lock.
    public synchronized void callHalfLocked() {
        half();
    }

    // Reported: without it.
    public void callHalf() {
        half(); //~ true-positive unprotected-write half
    }

    // Clean: the callee locks.
    public void callInside() {
        inside();
    }

    // Reported: the call stands after the block.
    public void callReleased() {
        synchronized (this) {
            locked();
        }
        release(); //~ true-positive unprotected-write released
    }

    // Clean here: private.
    private void release() {
        released = 1;
    }

    // Clean: the call never returns, so that the write after it does not happen.
    public void afterFail() {
        fail();
        dead = 1;
    }

    // Clean: accesses nothing.
    private static void fail() {
        throw new IllegalStateException();
    }
}
