//! The paper's first example as a fact: a parameter's field is read under a lock and written without one.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class SameParameter {
    private SameParameter link;
    private SameParameter safe;

    // Clean here: the lock does not help, as the writer takes none, where that is told. Both calls may be given the same object.
    public void show(SameParameter it) {
        synchronized (this) {
            System.out.println(it.link);
        }
    }

    // Reported: the write without a lock.
    public void renew(SameParameter it) {
        it.link = new SameParameter(); //~ true-positive unprotected-write link
    }

    // Clean: the parameter's own lock, on both sides.
    public void showSafe(SameParameter it) {
        synchronized (it) {
            System.out.println(it.safe);
        }
    }

    // Clean: see showSafe.
    public void renewSafe(SameParameter it) {
        synchronized (it) {
            it.safe = new SameParameter();
        }
    }
}
