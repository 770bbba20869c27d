// Rule: Collections.synchronized...: the mutex is a monitor, that of the wrapper; iteration is the client's to lock.
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

//! clean
public class SynchronizedWrappers {
    static int listed;
    static int mapped;
    static int sorted;
    static int iterated;
    static int viewed;

    public static void main(String[] args) throws Exception {
        List<Object> list = Collections.synchronizedList(new ArrayList<>());
        Map<String, Object> map = Collections.synchronizedMap(new HashMap<>());
        Set<String> set = Collections.synchronizedSortedSet(new TreeSet<>());
        Map<String, Object> tree = Collections.synchronizedNavigableMap(new TreeMap<>());
        Collection<Object> values = tree.values();
        Order.run(
                () -> {
                    listed = 1;
                    list.add("element");
                    mapped = 1;
                    map.put("key", "value");
                    sorted = 1;
                    set.add("element");
                    viewed = 1;
                    tree.put("key", "value");
                    iterated = 1;
                    list.add("last");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(list.get(0).equals("element"));
                    listed = 2;
                    Order.require(map.get("key").equals("value"));
                    mapped = 2;
                    Order.require(set.contains("element"));
                    sorted = 2;
                    Order.require(values.size() == 1);
                    viewed = 2;
                    synchronized (list) {
                        list.iterator().next();
                    }
                    iterated = 2;
                });
    }
}
