//! What a lock is for, in a class that does not say so. A field is believed to be guarded by the lock that is held for it and that
//! most methods hold when they access it; the methods that do not are reported.
import java.util.ArrayList;
import java.util.List;

public class GuardBeliefs {
    private final GuardBeliefsPart part = new GuardBeliefsPart();
    private List<String> names = new ArrayList<>();
    private int most;
    private int few;
    private int some;
    private int limit;
    private int asked;
    private int passed;
    private int marked;
    private int nobody;

    // Clean: holds the lock.
    public synchronized void most(int to) {
        most = to;
    }

    // Clean: see above.
    public synchronized void more() {
        most++;
        limit();
    }

    // Clean: see above.
    public synchronized void less() {
        most--;
        limit();
    }

    // Reported: most methods hold the lock for this field.
    public int most() {
        return most; //~ true-positive read-write-race most
    }

    // Reported: see above.
    public void clearMost() {
        most = 0; //~ true-positive unprotected-write most
    }

    // Clean: one method of four has the lock, so that it is not there for this field. Doubt: the others may all be wrong.
    public synchronized void few(int to) {
        few = to;
    }

    // Clean: see few.
    public int few() {
        return few;
    }

    // Clean: see few.
    public void fewer() {
        few--;
    }

    // Clean: see few.
    public boolean isFew() {
        return few > 0;
    }

    // Clean: holds the lock.
    public synchronized void some(int to) {
        some = to;
    }

    // Reported: two methods without the lock are too few to say that it is not needed.
    public int some() {
        return some; //~ true-positive read-write-race some
    }

    // Reported: see above.
    public boolean isSome() {
        return some > 0; //~ true-positive read-write-race some
    }

    // Clean: nobody writes the field under a lock. Those who read it so hold the lock for something else.
    public void setLimit(int to) {
        limit = to;
    }

    // Clean here: told at its callers, who hold the lock.
    private void limit() {
        most = Math.min(most, limit);
    }

    // Reported: who asks takes the lock for nothing else.
    public void setAsked(int to) {
        asked = to; //~ true-positive unprotected-write asked
    }

    // Clean: holds the lock.
    public synchronized int asked() {
        return asked;
    }

    // Clean: the caller's lock is that of another object, and says nothing of this class.
    public void pass(Object session, int to) {
        synchronized (session) {
            passed = to;
        }
    }

    // Clean: see pass.
    public int passed() {
        return passed;
    }

    // Clean: only a caller has a lock, and does more than this under it.
    public void mark(int to) {
        marked = to;
    }

    // Clean: see mark.
    public synchronized void markMost() {
        if (marked < most) {
            most++;
            mark(most);
        }
    }

    // Clean: the method takes a lock, but not for this field.
    public int nobody(int to) {
        nobody = to;
        synchronized (this) {
            return most;
        }
    }

    // Clean: see nobody.
    public int nobody() {
        return nobody;
    }

    // Clean: holds the lock.
    public synchronized void part(int to) {
        part.value = to;
    }

    // Reported: the object guards its part, which has no locks. But objects that only hand others on look the same.
    public int part() {
        return part.value; //~ gap read-write-race value: how another class's fields are guarded is told with that class
    }

    // Clean: holds the lock.
    public synchronized void add(String name) {
        names.add(name);
    }

    // Clean: holds the lock.
    public synchronized void remove(String name) {
        names.remove(name);
    }

    // Clean: what others change is the list, not which list it is.
    public boolean hasNames() {
        return names != null;
    }

    // Reported: looks into the list.
    public int size() {
        return names.size(); //~ true-positive read-write-race names
    }
}

class GuardBeliefsPart {
    int value;
}

/** Made when it is first asked for, under a lock that the first look does without. */
class GuardBeliefsOnce {
    private static Object once;

    static Object once() {
        // Reported: the field is not volatile, so the first look races with the write.
        if (once == null) { //~ true-positive read-write-race once
            synchronized (GuardBeliefsOnce.class) {
                if (once == null) {
                    once = new Object();
                }
            }
        }
        return once;
    }
}

/** What all objects share, under a lock that each has for itself. */
class GuardBeliefsOfEach {
    private static int made;
    private static int counted;

    // Reported: a constructor has its object to itself, not the static field.
    GuardBeliefsOfEach() {
        counted++; //~ true-positive unprotected-write counted
    }

    // Clean: one lock for all.
    static synchronized int counted() {
        return counted;
    }

    // Clean: one lock for all.
    static synchronized void count() {
        counted++;
    }

    // Reported: two objects have two locks.
    synchronized void make() {
        made++; //~ inconsistent-guard made
    }

    // Reported at the write of make: the same.
    synchronized int made() {
        return made; //~ inconsistent-guard made
    }
}
