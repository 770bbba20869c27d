//! The paper's third example as a fact: the parameter is replaced in a callee, after it was read there.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ReplacedInCallee {
    static class Item {
        int f;
    }

    private ReplacedInCallee next;
    private final Item item = new Item();
    private int marked;

    // Clean: the callee writes an object of its own.
    public void send(ReplacedInCallee it) {
        work(it.next);
    }

    // Clean: reads what nobody writes for a shared object.
    public void show(ReplacedInCallee it) {
        synchronized (this) {
            System.out.println(it.next.item.f);
        }
    }

    // Clean here: private. The write is to a fresh object, though its path ends as those of the reads do.
    private void work(ReplacedInCallee it) {
        synchronized (this) {
            System.out.println(it.next.item.f);
        }
        it = new ReplacedInCallee();
        it.item.f = 21;
    }

    // Reported at the call: this callee replaces nothing.
    public void sendKept(ReplacedInCallee it) {
        keep(it); //~ true-positive unprotected-write marked
    }

    // Clean here: private.
    private static void keep(ReplacedInCallee it) {
        it.marked = 1;
    }
}
