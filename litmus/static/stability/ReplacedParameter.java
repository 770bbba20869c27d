//! The paper's second example as a fact: who replaces the parameter does not write the caller's object.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ReplacedParameter {
    static class Item {
        int f = 1;
        int g = 1;
    }

    // Clean here: reads under the lock what write writes without it, where that is told.
    public void show(Item item) {
        synchronized (this) {
            System.out.println(item.f);
        }
    }

    // Reported: the same field of the same item.
    public void write(Item item) {
        item.f = 42; //~ true-positive unprotected-write f
    }

    // Clean: by then it is an item of this method's own, so that there is no race with show.
    public void writeFresh(Item item) {
        item = new Item();
        item.f = 239;
    }

    // Clean: as writeFresh.
    public void writeOther(Item item) {
        item = new Item();
        item.g = 1;
    }

    // Clean: reads a field that nobody writes in a shared item.
    public int other(Item item) {
        return item.g;
    }
}
