// Rule: a view leads to the container that it shows, and a set to the map inside. One of every class, each of
// a container of its own.
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;

public class EveryView {
    static <M extends Map<String, String>> M filled(M map) {
        map.put("a", "1");
        map.put("b", "2");
        return map;
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> hashKeys = filled(new HashMap<>());
        Set<String> hashKeysView = hashKeys.keySet();
        Map<String, String> hashValues = filled(new HashMap<>());
        Collection<String> hashValuesView = hashValues.values();
        Map<String, String> hashEntries = filled(new HashMap<>());
        Set<Map.Entry<String, String>> hashEntriesView = hashEntries.entrySet();
        Map<String, String> linkedKeys = filled(new LinkedHashMap<>());
        Set<String> linkedKeysView = linkedKeys.keySet();
        Map<String, String> linkedValues = filled(new LinkedHashMap<>());
        Collection<String> linkedValuesView = linkedValues.values();
        Map<String, String> linkedEntries = filled(new LinkedHashMap<>());
        Set<Map.Entry<String, String>> linkedEntriesView = linkedEntries.entrySet();
        Map<String, String> identityKeys = filled(new IdentityHashMap<>());
        Set<String> identityKeysView = identityKeys.keySet();
        Map<String, String> identityValues = filled(new IdentityHashMap<>());
        Collection<String> identityValuesView = identityValues.values();
        Map<String, String> identityEntries = filled(new IdentityHashMap<>());
        Set<Map.Entry<String, String>> identityEntriesView = identityEntries.entrySet();
        Map<String, String> weakKeys = filled(new WeakHashMap<>());
        Set<String> weakKeysView = weakKeys.keySet();
        Map<String, String> weakValues = filled(new WeakHashMap<>());
        Collection<String> weakValuesView = weakValues.values();
        Map<String, String> weakEntries = filled(new WeakHashMap<>());
        Set<Map.Entry<String, String>> weakEntriesView = weakEntries.entrySet();
        Map<String, String> treeKeys = filled(new TreeMap<>());
        Set<String> treeKeysView = treeKeys.keySet();
        Map<String, String> treeValues = filled(new TreeMap<>());
        Collection<String> treeValuesView = treeValues.values();
        Map<String, String> treeEntries = filled(new TreeMap<>());
        Set<Map.Entry<String, String>> treeEntriesView = treeEntries.entrySet();
        TreeMap<String, String> treeHead = filled(new TreeMap<>());
        Map<String, String> treeHeadView = treeHead.headMap("b");
        TreeMap<String, String> treeDown = filled(new TreeMap<>());
        Map<String, String> treeDownView = treeDown.descendingMap();
        List<String> arrayList = new ArrayList<>(List.of("a", "b"));
        List<String> arrayListView = arrayList.subList(0, 1);
        List<String> linkedList = new LinkedList<>(List.of("a", "b"));
        List<String> linkedListView = linkedList.subList(0, 1);
        Set<String> hashSet = new HashSet<>(List.of("a", "b"));
        Set<String> linkedSet = new LinkedHashSet<>(List.of("a", "b"));
        Set<String> treeSet = new TreeSet<>(List.of("a", "b"));
        Order.run(
                () -> {
                    hashKeysView.clear(); //! container hashKeys write
                    hashValuesView.clear(); //! container hashValues write
                    hashEntriesView.clear(); //! container hashEntries write
                    linkedKeysView.clear(); //! container linkedKeys write
                    linkedValuesView.clear(); //! container linkedValues write
                    linkedEntriesView.clear(); //! container linkedEntries write
                    identityKeysView.clear(); //! container identityKeys write
                    identityValuesView.clear(); //! container identityValues write
                    identityEntriesView.clear(); //! container identityEntries write
                    weakKeysView.clear(); //! container weakKeys write
                    weakValuesView.clear(); //! container weakValues write
                    weakEntriesView.clear(); //! container weakEntries write
                    treeKeysView.clear(); //! container treeKeys write
                    treeValuesView.clear(); //! container treeValues write
                    treeEntriesView.clear(); //! container treeEntries write
                    treeHeadView.clear(); //! container treeHead write
                    treeDownView.clear(); //! container treeDown write
                    arrayListView.clear(); //! container arrayList write
                    linkedListView.clear(); //! container linkedList write
                    hashSet.clear(); //! container hashSet write
                    linkedSet.clear(); //! container linkedSet write
                    treeSet.clear(); //! container treeSet write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    hashKeys.size(); //! container hashKeys read
                    hashValues.size(); //! container hashValues read
                    hashEntries.size(); //! container hashEntries read
                    linkedKeys.size(); //! container linkedKeys read
                    linkedValues.size(); //! container linkedValues read
                    linkedEntries.size(); //! container linkedEntries read
                    identityKeys.size(); //! container identityKeys read
                    identityValues.size(); //! container identityValues read
                    identityEntries.size(); //! container identityEntries read
                    weakKeys.size(); //! container weakKeys read
                    weakValues.size(); //! container weakValues read
                    weakEntries.size(); //! container weakEntries read
                    treeKeys.size(); //! container treeKeys read
                    treeValues.size(); //! container treeValues read
                    treeEntries.size(); //! container treeEntries read
                    treeHead.size(); //! container treeHead read
                    treeDown.size(); //! container treeDown read
                    arrayList.size(); //! container arrayList read
                    linkedList.size(); //! container linkedList read
                    hashSet.size(); //! container hashSet read
                    linkedSet.size(); //! container linkedSet read
                    treeSet.size(); //! container treeSet read
                });
    }
}
