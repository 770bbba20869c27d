// Rule: an unmodifiable view leads to the container behind it. One of every class, each of a container of its
// own.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;

public class EveryUnmodifiable {
    public static void main(String[] args) throws Exception {
        Collection<String> collection = new ArrayDeque<>(List.of("a", "b"));
        Collection<String> collectionView = Collections.unmodifiableCollection(collection);
        Set<String> set = new HashSet<>(List.of("a", "b"));
        Set<String> setView = Collections.unmodifiableSet(set);
        List<String> list = new LinkedList<>(List.of("a", "b"));
        List<String> listView = Collections.unmodifiableList(list);
        List<String> fastList = new ArrayList<>(List.of("a", "b"));
        List<String> fastListView = Collections.unmodifiableList(fastList);
        Map<String, String> map = new HashMap<>();
        Map<String, String> mapView = Collections.unmodifiableMap(map);
        Order.run(
                () -> {
                    collectionView.contains("a"); //! container collection read
                    setView.contains("a"); //! container set read
                    listView.get(0); //! container list read
                    fastListView.get(0); //! container fastList read
                    mapView.get("a"); //! container map read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    collection.add("c"); //! container collection write
                    set.add("c"); //! container set write
                    list.add("c"); //! container list write
                    fastList.add("c"); //! container fastList write
                    map.put("c", "3"); //! container map write
                });
    }
}
