// Rule: an iterator leads to the container that it goes through. One of every class, each of a container
// of its own.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.TreeMap;
import java.util.WeakHashMap;

public class EveryIterator {
    static <M extends Map<String, String>> M filled(M map) {
        map.put("a", "1");
        map.put("b", "2");
        return map;
    }

    public static void main(String[] args) throws Exception {
        Map<String, String> hashKeys = filled(new HashMap<>());
        Iterator<String> hashKeysEach = hashKeys.keySet().iterator();
        Map<String, String> hashValues = filled(new HashMap<>());
        Iterator<String> hashValuesEach = hashValues.values().iterator();
        Map<String, String> hashEntries = filled(new HashMap<>());
        Iterator<Map.Entry<String, String>> hashEntriesEach = hashEntries.entrySet().iterator();
        Map<String, String> linkedKeys = filled(new LinkedHashMap<>());
        Iterator<String> linkedKeysEach = linkedKeys.keySet().iterator();
        Map<String, String> linkedValues = filled(new LinkedHashMap<>());
        Iterator<String> linkedValuesEach = linkedValues.values().iterator();
        Map<String, String> linkedEntries = filled(new LinkedHashMap<>());
        Iterator<Map.Entry<String, String>> linkedEntriesEach = linkedEntries.entrySet().iterator();
        Map<String, String> identityKeys = filled(new IdentityHashMap<>());
        Iterator<String> identityKeysEach = identityKeys.keySet().iterator();
        Map<String, String> identityValues = filled(new IdentityHashMap<>());
        Iterator<String> identityValuesEach = identityValues.values().iterator();
        Map<String, String> identityEntries = filled(new IdentityHashMap<>());
        Iterator<Map.Entry<String, String>> identityEntriesEach = identityEntries.entrySet().iterator();
        Map<String, String> weakKeys = filled(new WeakHashMap<>());
        Iterator<String> weakKeysEach = weakKeys.keySet().iterator();
        Map<String, String> weakValues = filled(new WeakHashMap<>());
        Iterator<String> weakValuesEach = weakValues.values().iterator();
        Map<String, String> weakEntries = filled(new WeakHashMap<>());
        Iterator<Map.Entry<String, String>> weakEntriesEach = weakEntries.entrySet().iterator();
        Map<String, String> treeKeys = filled(new TreeMap<>());
        Iterator<String> treeKeysEach = treeKeys.keySet().iterator();
        Map<String, String> treeValues = filled(new TreeMap<>());
        Iterator<String> treeValuesEach = treeValues.values().iterator();
        Map<String, String> treeEntries = filled(new TreeMap<>());
        Iterator<Map.Entry<String, String>> treeEntriesEach = treeEntries.entrySet().iterator();
        TreeMap<String, String> treeDown = filled(new TreeMap<>());
        Iterator<String> treeDownEach = treeDown.navigableKeySet().descendingIterator();
        List<String> arrayList = new ArrayList<>(List.of("a", "b"));
        Iterator<String> arrayListEach = arrayList.iterator();
        List<String> arrayListBoth = new ArrayList<>(List.of("a", "b"));
        ListIterator<String> arrayListBothEach = arrayListBoth.listIterator();
        List<String> linkedList = new LinkedList<>(List.of("a", "b"));
        ListIterator<String> linkedListEach = linkedList.listIterator();
        Deque<String> linkedListDown = new LinkedList<>(List.of("a", "b"));
        Iterator<String> linkedListDownEach = linkedListDown.descendingIterator();
        Deque<String> deque = new ArrayDeque<>(List.of("a", "b"));
        Iterator<String> dequeEach = deque.iterator();
        Deque<String> dequeDown = new ArrayDeque<>(List.of("a", "b"));
        Iterator<String> dequeDownEach = dequeDown.descendingIterator();
        Queue<String> heap = new PriorityQueue<>(List.of("a", "b"));
        Iterator<String> heapEach = heap.iterator();
        List<String> unmodifiable = new ArrayList<>(List.of("a", "b"));
        Iterator<String> unmodifiableEach = Collections.unmodifiableCollection(unmodifiable).iterator();
        Order.run(
                () -> {
                    hashKeysEach.next(); //! container hashKeys read
                    hashValuesEach.next(); //! container hashValues read
                    hashEntriesEach.next(); //! container hashEntries read
                    linkedKeysEach.next(); //! container linkedKeys read
                    linkedValuesEach.next(); //! container linkedValues read
                    linkedEntriesEach.next(); //! container linkedEntries read
                    identityKeysEach.next(); //! container identityKeys read
                    identityValuesEach.next(); //! container identityValues read
                    identityEntriesEach.next(); //! container identityEntries read
                    weakKeysEach.next(); //! container weakKeys read
                    weakValuesEach.next(); //! container weakValues read
                    weakEntriesEach.next(); //! container weakEntries read
                    treeKeysEach.next(); //! container treeKeys read
                    treeValuesEach.next(); //! container treeValues read
                    treeEntriesEach.next(); //! container treeEntries read
                    treeDownEach.next(); //! container treeDown read
                    arrayListEach.next(); //! container arrayList read
                    arrayListBothEach.add("c"); //! container arrayListBoth write
                    linkedListEach.add("c"); //! container linkedList write
                    linkedListDownEach.next(); //! container linkedListDown read
                    dequeEach.next(); //! container deque read
                    dequeDownEach.next(); //! container dequeDown read
                    heapEach.next(); //! container heap read
                    unmodifiableEach.next(); //! container unmodifiable read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    hashKeys.put("c", "3"); //! container hashKeys write
                    hashValues.put("c", "3"); //! container hashValues write
                    hashEntries.put("c", "3"); //! container hashEntries write
                    linkedKeys.put("c", "3"); //! container linkedKeys write
                    linkedValues.put("c", "3"); //! container linkedValues write
                    linkedEntries.put("c", "3"); //! container linkedEntries write
                    identityKeys.put("c", "3"); //! container identityKeys write
                    identityValues.put("c", "3"); //! container identityValues write
                    identityEntries.put("c", "3"); //! container identityEntries write
                    weakKeys.put("c", "3"); //! container weakKeys write
                    weakValues.put("c", "3"); //! container weakValues write
                    weakEntries.put("c", "3"); //! container weakEntries write
                    treeKeys.put("c", "3"); //! container treeKeys write
                    treeValues.put("c", "3"); //! container treeValues write
                    treeEntries.put("c", "3"); //! container treeEntries write
                    treeDown.put("c", "3"); //! container treeDown write
                    arrayList.add("c"); //! container arrayList write
                    arrayListBoth.size(); //! container arrayListBoth read
                    linkedList.size(); //! container linkedList read
                    linkedListDown.add("c"); //! container linkedListDown write
                    deque.add("c"); //! container deque write
                    dequeDown.add("c"); //! container dequeDown write
                    heap.add("c"); //! container heap write
                    unmodifiable.add("c"); //! container unmodifiable write
                });
    }
}
