//! Fields that cannot race: volatile ones, final ones, and objects that take care of themselves.
import com.facebook.infer.annotation.SynchronizedCollection;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class SafeFields {
    static class State {
        int value;
    }

    private volatile boolean stopped;
    private volatile int steps;
    private volatile State state = new State();
    private volatile List<String> published = new ArrayList<>();
    private final AtomicInteger hits = new AtomicInteger();
    private final LongAdder sum = new LongAdder();
    private final ConcurrentMap<String, String> concurrent = new ConcurrentHashMap<>();
    private final Map<String, String> hidden = new ConcurrentHashMap<>();
    private final List<String> copied = new CopyOnWriteArrayList<>();
    private final List<String> wrapped = Collections.synchronizedList(new ArrayList<>());
    private final LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
    private final Hashtable<String, String> table = new Hashtable<>();
    private final Vector<String> vector = new Vector<>();
    private final List<String> iterated = Collections.synchronizedList(new ArrayList<>());

    @SynchronizedCollection
    private final Map<String, String> declared;

    // Clean: a constructor.
    public SafeFields(Map<String, String> declared) {
        this.declared = declared;
    }

    // Clean: volatile.
    public void stop() {
        stopped = true;
    }

    // Clean: volatile.
    public boolean stopped() {
        return stopped;
    }

    // Clean: no data race, though the increment may be lost: volatile is not atomic.
    public void step() {
        steps++;
    }

    // Reported: the reference is volatile, the field behind it is not.
    public void state(int to) {
        state.value = to; //~ true-positive unprotected-write value
    }

    // Reported: nor are the contents of the list.
    public void publish(String item) {
        published.add(item); //~ true-positive unprotected-write published
    }

    // Clean: atomic variables.
    public int hit() {
        sum.increment();
        return hits.incrementAndGet();
    }

    // Clean: a concurrent map.
    public void put(String key, String to) {
        concurrent.put(key, to);
    }

    // Clean: what it is called does not matter, it was made as a concurrent map.
    public void hide(String key, String to) {
        hidden.put(key, to);
    }

    // Clean: a list that copies.
    public void copy(String item) {
        copied.add(item);
    }

    // Clean: wrapped for synchronization.
    public void wrap(String item) {
        wrapped.add(item);
    }

    // Clean: a queue for threads.
    public void offer(String item) {
        queue.offer(item);
    }

    // Clean: the old classes lock themselves.
    public void old(String item) {
        table.put(item, item);
        vector.add(item);
    }

    // Clean: the annotation says that it is synchronized.
    public void declare(String key, String to) {
        declared.put(key, to);
    }

    // Clean: see iterate.
    public void grow(String item) {
        iterated.add(item);
    }

    // Known gap: an iteration over a synchronized list needs its lock around the whole of it.
    public int iterate() {
        int letters = 0;
        for (String item : iterated) { //~ gap read-write-race iterated: each step is locked, the iteration is not
            letters += item.length();
        }
        return letters;
    }

    // Clean: a map of this method's own, unsynchronized.
    public Map<String, String> own(String key) {
        Map<String, String> map = new HashMap<>();
        map.put(key, key);
        return map;
    }
}
