//! Methods that others could call, but that only the class itself does: what they do is told at those who call them.
public class InternalMethods {
    private int size;
    private int bare;
    private int lone;
    private int hooked;

    // Clean: calls under the lock.
    public synchronized void grow() {
        enlarge();
    }

    // Clean: see grow.
    public synchronized int size() {
        return size;
    }

    // Clean: the package could call it, but only grow does, with the lock.
    void enlarge() {
        size++;
    }

    // Reported at the call: it is made without the lock.
    public void bare() {
        setBare(); //~ true-positive unprotected-write bare
    }

    // Clean: takes the lock, so that several are expected here.
    public synchronized int getBare() {
        return bare;
    }

    // Clean here: told at its caller.
    protected void setBare() {
        bare = 1;
    }

    // Clean: holds the lock.
    public synchronized void setLone(int to) {
        lone = to;
    }

    // Reported: nobody calls it here, so whoever does has his reasons.
    int lone() {
        return lone; //~ true-positive read-write-race lone
    }

    // Clean: holds the lock.
    public synchronized void setHooked(int to) {
        hooked = to;
    }

    // Reported: another class calls it.
    int hooked() {
        return hooked; //~ true-positive read-write-race hooked
    }
}

class InternalMethodsUser {
    // Clean: no sign of several threads here.
    int use(InternalMethods of) {
        return of.hooked();
    }
}
