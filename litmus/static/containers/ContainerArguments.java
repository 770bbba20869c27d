//! Containers that methods of the JDK are given: whether these read or change what a container holds is known as it is of its own methods.
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ContainerArguments {
    private final List<String> names = new ArrayList<>();
    private final List<String> others = new ArrayList<>();
    private final Map<String, String> places = new HashMap<>();
    private final StringBuilder line = new StringBuilder();
    private final List<String> guarded = new ArrayList<>();
    private final List<String> safe = new CopyOnWriteArrayList<>();
    private final BlockingQueue<String> queue = new LinkedBlockingQueue<>();

    // Clean: all that it changes, it changes under the lock.
    public synchronized void add(String name, String place) {
        names.add(name);
        others.add(name);
        places.put(name, place);
        line.append(name);
        Collections.sort(names);
    }

    // Reported: sorts the list that add changes.
    public void sort() {
        Collections.sort(names); //~ true-positive unprotected-write names
    }

    // Reported: the first argument is what is added to.
    public void addAll(String name) {
        Collections.addAll(names, name); //~ true-positive unprotected-write names
    }

    // Reported: an order of its own is a change too.
    public void shuffle() {
        Collections.shuffle(names); //~ true-positive unprotected-write names
    }

    // Reported: what is taken out of the queue is put into the list.
    public void drain() {
        queue.drainTo(names); //~ true-positive unprotected-write names
    }

    // Reported: one list is changed, and the other one read.
    public void copy() {
        Collections.copy(others, names); //~ true-positive unprotected-write others; true-positive read-write-race names
    }

    // Reported: the new list reads the old one.
    public List<String> copied() {
        return new ArrayList<>(names); //~ true-positive read-write-race names
    }

    // Reported: so does a list that cannot be changed afterwards.
    public List<String> fixed() {
        return List.copyOf(names); //~ true-positive read-write-race names
    }

    // Reported: a set of its own reads what it is given.
    public Set<String> sorted() {
        Set<String> all = new TreeSet<>();
        all.addAll(names); //~ true-positive read-write-race names
        return all;
    }

    // Reported: the argument behind the index.
    public List<String> withFirst(String first) {
        List<String> all = new ArrayList<>();
        all.add(first);
        all.addAll(1, names); //~ true-positive read-write-race names
        return all;
    }

    // Reported: a map reads another one.
    public Map<String, String> sortedPlaces() {
        Map<String, String> all = new TreeMap<>();
        all.putAll(places); //~ true-positive read-write-race places
        return all;
    }

    // Reported: goes through all elements.
    public String joined() {
        return String.join(",", names); //~ true-positive read-write-race names
    }

    // Reported: as does a search.
    public String last() {
        return Collections.max(names); //~ true-positive read-write-race names
    }

    // Reported: the characters are read.
    public String quoted() {
        return new StringBuilder("'").append(line).append("'").toString(); //~ true-positive read-write-race line
    }

    // Clean: nobody goes without the lock.
    public List<String> reversed() {
        synchronized (this) {
            Collections.reverse(guarded);
            return new ArrayList<>(guarded);
        }
    }

    // Clean: a view is made, and nothing is read yet.
    public List<String> view() {
        return Collections.unmodifiableList(names);
    }

    // Clean: whatever this list is given to, several threads may use it.
    public void shuffleSafe() {
        safe.add("");
        Collections.shuffle(safe);
    }

    // Clean: the type of the parameter says so here.
    public void addTo(CopyOnWriteArrayList<String> given) {
        Collections.addAll(given, "a");
    }

    // Clean: a list of the call's own.
    public List<String> own() {
        List<String> own = new ArrayList<>();
        Collections.addAll(own, "a", "b");
        Collections.sort(own);
        return own;
    }
}
