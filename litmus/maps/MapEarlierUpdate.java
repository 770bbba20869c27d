// Rule: ConcurrentHashMap: an update of a key happens before a retrieval of that key, also when another thread has put
// another value there in between.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapEarlierUpdate {
    interface Use {
        Object of(ConcurrentHashMap<Edges.Item, Edges.Item> map);
    }

    static final List<Use> USES = new ArrayList<>();

    static ConcurrentHashMap<Edges.Item, Edges.Item> map() {
        ConcurrentHashMap<Edges.Item, Edges.Item> map = new ConcurrentHashMap<>();
        map.put(new Edges.Item(1), new Edges.Item(1));
        return map;
    }

    public static void main(String[] args) throws Exception {
        USES.add(map -> map.get(new Edges.Item(1)));
        USES.add(map -> map.getOrDefault(new Edges.Item(1), null));
        USES.add(map -> map.containsKey(new Edges.Item(1)));
        USES.add(map -> map.computeIfAbsent(new Edges.Item(1), key -> null));
        USES.add(map -> map.computeIfPresent(new Edges.Item(1), (key, old) -> old));
        USES.add(map -> map.compute(new Edges.Item(1), (key, old) -> old));
        USES.add(map -> map.merge(new Edges.Item(1), new Edges.Item(1), (old, added) -> old));
        USES.add(map -> map.put(new Edges.Item(1), new Edges.Item(1)));
        USES.add(map -> map.putIfAbsent(new Edges.Item(1), new Edges.Item(1)));
        USES.add(map -> map.replace(new Edges.Item(1), new Edges.Item(1)));
        USES.add(map -> map.remove(new Edges.Item(1)));
        int count = USES.size();
        Use[] uses = USES.toArray(new Use[0]);
        List<ConcurrentHashMap<Edges.Item, Edges.Item>> maps = new ArrayList<>();
        for (Use use : uses) {
            use.of(map());
            maps.add(map());
        }
        int[] cells = new int[count];
        Order.run(
                () -> {
                    for (int i = 0; i < count; i++) {
                        cells[i] = 1;
                        maps.get(i).put(new Edges.Item(1), new Edges.Item(1));
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    for (int i = 0; i < count; i++) {
                        maps.get(i).put(new Edges.Item(1), new Edges.Item(1));
                    }
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    for (int i = 0; i < count; i++) {
                        uses[i].of(maps.get(i));
                        cells[i] = 2;
                    }
                });
    }
}
