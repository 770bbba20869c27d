//! Lists: a call that changes one is a write of its contents, any other a read.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedList;
import java.util.List;
import java.util.PriorityQueue;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ContainerLists {
    private final List<String> names = new ArrayList<>();
    private final ArrayList<String> concrete = new ArrayList<>();
    private final List<String> fixed = List.of("a", "b");
    private final List<String> locked = new ArrayList<>();
    private final LinkedList<String> linked = new LinkedList<>();
    private final Deque<String> deque = new ArrayDeque<>();
    private final PriorityQueue<String> queue = new PriorityQueue<>();
    private final List<String> scanned = new ArrayList<>();

    // Reported: an addition changes the contents.
    public void add(String name) {
        names.add(name); //~ true-positive unprotected-write names
    }

    // Reported: reads what add changes.
    public String first() {
        return names.get(0); //~ true-positive read-write-race names
    }

    // Reported: the field has the type of the class, not of the interface.
    public void addConcrete(String name) {
        concrete.add(0, name); //~ true-positive unprotected-write concrete
    }

    // Clean: nobody changes this list.
    public boolean has(String name) {
        return fixed.contains(name);
    }

    // Clean: both calls hold this object's lock.
    public synchronized void addLocked(String name) {
        locked.add(name);
    }

    // Clean: see addLocked.
    public synchronized int lockedSize() {
        return locked.size();
    }

    // Reported: a change by its removal of the first element.
    public String poll() {
        return linked.pollFirst(); //~ true-positive unprotected-write linked
    }

    // Reported: a deque is a container too.
    public void push(String name) {
        deque.push(name); //~ true-positive unprotected-write deque
    }

    // Reported: and so is a priority queue.
    public void offer(String name) {
        queue.offer(name); //~ true-positive unprotected-write queue
    }

    // Clean: the only write holds the lock that scan misses; scan gets the report.
    public void append(String name) {
        synchronized (this) {
            scanned.add(name);
        }
    }

    // Reported: the iteration reads the contents.
    public int scan() {
        int letters = 0;
        for (String name : scanned) { //~ true-positive read-write-race scanned
            letters += name.length();
        }
        return letters;
    }
}
