//! Two paths to one object: known gaps, as aliases are not looked for.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class EscapeByAlias {
    static class Point {
        int x;
    }

    private final List<String> items = new ArrayList<>();
    private final List<String> view = Collections.unmodifiableList(items);
    private final Point first;
    private final Point second;
    private int value;
    private int rank;

    // Clean: a constructor. Both fields hold one point.
    public EscapeByAlias() {
        first = new Point();
        second = first;
    }

    // Clean: this object's lock.
    public synchronized void first(int to) {
        first.x = to;
    }

    // Reported: the same point under another name, without the lock. The constructor gives both fields one object.
    public int second() {
        return second.x; //~ true-positive read-write-race x
    }

    // Clean: this object's lock.
    public synchronized void value(int to) {
        value = to;
    }

    // Reported: the other object's lock is not held, and somebody else may hold it and write.
    public synchronized boolean same(EscapeByAlias other) {
        return value == other.value; //~ inconsistent-guard value
    }

    // Clean: both locks are held.
    public synchronized boolean sameRank(EscapeByAlias other) {
        synchronized (other) {
            return rank == other.rank;
        }
    }

    // Clean: this object's lock.
    public synchronized void rank(int to) {
        rank = to;
    }

    // Clean: this object's lock.
    public synchronized void add(String item) {
        items.add(item);
    }

    // Known gap: the view reads the list behind it.
    public int size() {
        return view.size(); //~ gap read-write-race items: the view reads another container
    }
}
