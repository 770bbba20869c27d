// Rule: Collections.synchronized...: a wrapper of every class accesses the container that it wraps, under a lock that others who use the
// container do not take.
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

public class EverySynchronized {
    public static void main(String[] args) throws Exception {
        List<String> ofCollection = new ArrayList<>(List.of("a"));
        Collection<String> collection = Collections.synchronizedCollection(ofCollection);
        Set<String> ofSet = new TreeSet<>(List.of("a"));
        Set<String> set = Collections.synchronizedSet(ofSet);
        SortedSet<String> ofSorted = new TreeSet<>(List.of("a"));
        SortedSet<String> sorted = Collections.synchronizedSortedSet(ofSorted);
        NavigableSet<String> ofNavigable = new TreeSet<>(List.of("a"));
        NavigableSet<String> navigable = Collections.synchronizedNavigableSet(ofNavigable);
        List<String> ofList = new LinkedList<>(List.of("a"));
        List<String> list = Collections.synchronizedList(ofList);
        List<String> ofArrayList = new ArrayList<>(List.of("a"));
        List<String> arrayList = Collections.synchronizedList(ofArrayList);
        Map<String, String> ofMap = new LinkedHashMap<>(4, 0.75f, true);
        Map<String, String> map = Collections.synchronizedMap(ofMap);
        SortedMap<String, String> ofSortedMap = new TreeMap<>(Map.of("a", "1"));
        SortedMap<String, String> sortedMap = Collections.synchronizedSortedMap(ofSortedMap);
        NavigableMap<String, String> ofNavigableMap = new TreeMap<>(Map.of("a", "1"));
        NavigableMap<String, String> navigableMap = Collections.synchronizedNavigableMap(ofNavigableMap);
        Order.run(
                () -> {
                    collection.add("b"); //! container collection write
                    set.removeIf(String::isEmpty); //! container set write
                    sorted.first(); //! container sorted read
                    navigable.pollFirst(); //! container navigable write
                    list.set(0, "b"); //! container list write
                    arrayList.set(0, "b"); //! container arrayList read
                    map.get("a"); //! container map write
                    sortedMap.lastKey(); //! container sortedMap read
                    navigableMap.ceilingEntry("a"); //! container navigableMap read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    ofCollection.size(); //! container collection read
                    ofSet.size(); //! container set read
                    ofSorted.clear(); //! container sorted write
                    ofNavigable.size(); //! container navigable read
                    ofList.size(); //! container list read
                    ofArrayList.clear(); //! container arrayList write
                    ofMap.size(); //! container map read
                    ofSortedMap.clear(); //! container sortedMap write
                    ofNavigableMap.clear(); //! container navigableMap write
                });
    }
}
