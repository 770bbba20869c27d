//! Maps and sets, through their interfaces and through their classes.
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ContainerMaps {
    private final Map<String, String> map = new HashMap<>();
    private final HashMap<String, String> hashMap = new HashMap<>();
    private final HashSet<String> hashSet = new HashSet<>();
    private final Set<String> set = new HashSet<>();
    private final TreeMap<String, String> sorted = new TreeMap<>();
    private final TreeSet<String> sortedSet = new TreeSet<>();
    private final Map<String, Integer> counts = new LinkedHashMap<>();
    private final Map<String, String> settings = Map.of("a", "b");
    private final Map<String, String> pruned = new HashMap<>();

    // Reported: a put without a lock.
    public void put(String key, String value) {
        map.put(key, value); //~ true-positive unprotected-write map
    }

    // Reported: reads what put changes.
    public String get(String key) {
        return map.get(key); //~ true-positive read-write-race map
    }

    // Reported: through the class.
    public void remember(String key, String value) {
        hashMap.putIfAbsent(key, value); //~ true-positive unprotected-write hashMap
    }

    // Reported: a HashSet, which RacerD's own lists lack.
    public boolean visit(String key) {
        return hashSet.add(key); //~ true-positive unprotected-write hashSet
    }

    // Reported: and through its interface.
    public void forget(String key) {
        set.remove(key); //~ true-positive unprotected-write set
    }

    // Reported: takes the entry out.
    public void dropFirst() {
        sorted.pollFirstEntry(); //~ true-positive unprotected-write sorted
    }

    // Reported: a set that sorts.
    public void keep(String key) {
        sortedSet.add(key); //~ true-positive unprotected-write sortedSet
    }

    // Reported: merge may write.
    public void count(String key) {
        counts.merge(key, 1, Integer::sum); //~ true-positive unprotected-write counts
    }

    // Clean: only read.
    public String setting(String key) {
        return settings.getOrDefault(key, "");
    }

    // Known gap: the view of the keys writes through to the map, which has no other write.
    public void prune(String key) {
        pruned.keySet().remove(key); //~ gap unprotected-write pruned: the change is made through a view
    }
}
