// Rule: classes that synchronize for their users: who left the monitor -> a method of each class that enters it, by itself.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Properties;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.Spliterator;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;

//! clean
public class EveryMonitor {
    static final Edges EDGES = new Edges();

    /** Counts before it calls what is synchronized: the caller must be. */
    static final class Counted extends Stack<String> {
        private static final long serialVersionUID = 1;
        private int calls;

        @Override
        public int size() {
            calls++;
            return super.size();
        }
    }

    static void edge(Object monitor, Edges.Side acquire) {
        EDGES.add(
                () -> {
                    synchronized (monitor) {
                        Order.require(monitor != null);
                    }
                },
                acquire);
    }

    public static void main(String[] args) throws Exception {
        List<String> ab = Arrays.asList("a", "b");
        Vector<String> vector = new Vector<>(ab);
        edge(vector, () -> vector.size());
        Vector<String> enumerated = new Vector<>(ab);
        Enumeration<String> elements = enumerated.elements();
        edge(enumerated, () -> elements.nextElement());
        Vector<String> iterated = new Vector<>(ab);
        Iterator<String> iterator = iterated.iterator();
        edge(iterated, () -> iterator.next());
        Vector<String> listed = new Vector<>(ab);
        ListIterator<String> list = listed.listIterator(1);
        edge(listed, () -> list.previous());
        Vector<String> split = new Vector<>(ab);
        Spliterator<String> spliterator = split.spliterator();
        edge(split, () -> spliterator.estimateSize());
        Counted stack = new Counted();
        stack.add("a");
        EDGES.add(() -> stack.peek(), () -> stack.peek());

        Hashtable<String, String> table = new Hashtable<>();
        edge(table, () -> table.size());
        Hashtable<String, String> walked = new Hashtable<>(Map.of("a", "b"));
        Iterator<String> keys = walked.keySet().iterator();
        keys.next();
        edge(walked, () -> keys.remove());
        Properties properties = new Properties();
        edge(properties, () -> properties.put("a", "b"));
        StringBuffer buffer = new StringBuffer("a");
        edge(buffer, () -> buffer.length());

        Collection<String> collection = Collections.synchronizedCollection(new ArrayList<>(ab));
        edge(collection, () -> collection.size());
        Set<String> set = Collections.synchronizedSet(new HashSet<>(ab));
        edge(set, () -> set.hashCode());
        SortedSet<String> sortedSet = Collections.synchronizedSortedSet(new TreeSet<>(ab));
        edge(sortedSet, () -> sortedSet.first());
        NavigableSet<String> navigableSet = Collections.synchronizedNavigableSet(new TreeSet<>(ab));
        edge(navigableSet, () -> navigableSet.lower("b"));
        List<String> wrapped = Collections.synchronizedList(new ArrayList<>(ab));
        edge(wrapped, () -> wrapped.get(0));
        List<String> cut = Collections.synchronizedList(new ArrayList<>(ab));
        edge(cut, () -> cut.subList(0, 1));
        Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
        edge(map, () -> map.size());
        SortedMap<String, String> sortedMap = Collections.synchronizedSortedMap(new TreeMap<>(Map.of("a", "b")));
        edge(sortedMap, () -> sortedMap.firstKey());
        NavigableMap<String, String> navigableMap = Collections.synchronizedNavigableMap(new TreeMap<>(Map.of("a", "b")));
        edge(navigableMap, () -> navigableMap.lowerKey("b"));
        EDGES.run();
    }
}
