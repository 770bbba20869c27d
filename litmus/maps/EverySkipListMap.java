// Rule: maps: every way to put something into ConcurrentSkipListMap happens before every way to see it, by itself.
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

//! clean
public class EverySkipListMap {
    static final Edges EDGES = new Edges();

    interface Op extends Edges.Op<ConcurrentSkipListMap<Edges.Item, Edges.Item>> {}

    static Edges.Item other() {
        return new Edges.Item(1);
    }

    static ConcurrentSkipListMap<Edges.Item, Edges.Item> filled() {
        ConcurrentSkipListMap<Edges.Item, Edges.Item> map = new ConcurrentSkipListMap<>();
        map.put(other(), other());
        return map;
    }

    /** Into an empty map. */
    static void edge(Op release, Op acquire) throws Exception {
        EDGES.add(() -> new ConcurrentSkipListMap<>(), release, acquire);
    }

    /** Into a map that has a key of main's: the value alone makes the edge. */
    static void update(Op release, Op acquire) throws Exception {
        EDGES.add(() -> filled(), release, acquire);
    }

    static void values() throws Exception {
        Op put = (map, item) -> map.put(other(), item);
        Op get = (map, item) -> Order.require(map.get(other()) == item);
        edge((map, item) -> map.putIfAbsent(other(), item), get);
        edge((map, item) -> map.computeIfAbsent(other(), key -> item), get);
        edge((map, item) -> map.compute(other(), (key, old) -> item), get);
        edge((map, item) -> map.merge(other(), item, (old, added) -> added), get);
        edge((map, item) -> map.putAll(Map.of(other(), item)), get);
        update(put, get);
        update((map, item) -> map.replace(other(), item), get);
        update((map, item) -> map.replace(other(), other(), item), get);
        update((map, item) -> map.replaceAll((key, old) -> item), get);
        update((map, item) -> map.computeIfPresent(other(), (key, old) -> item), get);
        update((map, item) -> map.compute(other(), (key, old) -> item), get);
        update((map, item) -> map.merge(other(), other(), (old, added) -> item), get);
        update(put, (map, item) -> map.getOrDefault(other(), null));
        update(put, (map, item) -> map.containsKey(other()));
        update(put, (map, item) -> map.put(other(), other()));
        update(put, (map, item) -> map.putIfAbsent(other(), other()));
        update(put, (map, item) -> map.computeIfAbsent(other(), key -> null));
        update(put, (map, item) -> map.computeIfPresent(other(), (key, old) -> old));
        update(put, (map, item) -> map.compute(other(), (key, old) -> old));
        update(put, (map, item) -> map.merge(other(), other(), (old, added) -> old));
        update(put, (map, item) -> map.remove(other()));
        update(put, (map, item) -> map.remove(other(), other()));
        update(put, (map, item) -> map.replace(other(), other()));
        update(put, (map, item) -> map.replace(other(), other(), other()));
        update(put, (map, item) -> map.containsValue(other()));
        update(put, (map, item) -> map.values().iterator().next());
        update(put, (map, item) -> map.values().forEach(it -> {}));
        update(put, (map, item) -> map.values().spliterator().forEachRemaining(it -> {}));
        update(put, (map, item) -> map.values().spliterator().tryAdvance(it -> {}));
        update(put, (map, item) -> map.values().removeIf(it -> false));
        update(put, (map, item) -> map.values().toArray());
        update(put, (map, item) -> map.forEach((key, value) -> {}));
        update(put, (map, item) -> map.replaceAll((key, value) -> value));
        update(put, (map, item) -> map.entrySet().iterator().next().getValue());
        update(put, (map, item) -> map.entrySet().removeIf(it -> it.getValue() == null));
        update(put, (map, item) -> map.entrySet().iterator().next().toString());
        update(put, (map, item) -> map.entrySet().iterator().next().hashCode());
        update(put, (map, item) -> map.toString());
        update(put, (map, item) -> map.firstEntry().getValue());
        update(put, (map, item) -> map.lastEntry().getValue());
        update(put, (map, item) -> map.floorEntry(other()).getValue());
        update(put, (map, item) -> map.pollFirstEntry().getValue());
        update(put, (map, item) -> map.pollLastEntry().getValue());
        update(put, (map, item) -> map.clone().get(other()));
    }

    static void keys() throws Exception {
        Op put = (map, item) -> map.put(item, other());
        Op next = (map, item) -> map.keySet().iterator().next();
        edge(put, next);
        edge((map, item) -> map.putIfAbsent(item, other()), next);
        edge((map, item) -> map.computeIfAbsent(item, key -> other()), next);
        edge((map, item) -> map.compute(item, (key, old) -> other()), next);
        edge((map, item) -> map.merge(item, other(), (old, added) -> added), next);
        edge(put, (map, item) -> map.keySet().forEach(it -> {}));
        edge(put, (map, item) -> map.keySet().spliterator().forEachRemaining(it -> {}));
        edge(put, (map, item) -> map.keySet().spliterator().tryAdvance(it -> {}));
        edge(put, (map, item) -> map.keySet().toArray());
        edge(put, (map, item) -> map.entrySet().iterator().next().getKey());
        edge(put, (map, item) -> map.forEach((key, value) -> {}));
        edge(put, (map, item) -> map.firstKey());
        edge(put, (map, item) -> map.lastKey());
        edge(put, (map, item) -> map.firstEntry().getKey());
        edge(put, (map, item) -> map.lastEntry().getKey());
        edge(put, (map, item) -> map.floorKey(other()));
        edge(put, (map, item) -> map.ceilingKey(other()));
        edge(put, (map, item) -> map.lowerKey(new Edges.Item(2)));
        edge(put, (map, item) -> map.higherKey(new Edges.Item(0)));
        edge(put, (map, item) -> map.pollFirstEntry().getKey());
        edge(put, (map, item) -> map.pollLastEntry().getKey());
    }

    /** What is seen through a part of the map, or all of it the other way round. */
    static void views() throws Exception {
        Op put = (map, item) -> map.put(other(), item);
        update(put, (map, item) -> map.descendingMap().get(other()));
        update(put, (map, item) -> map.descendingMap().containsValue(other()));
        update(put, (map, item) -> map.descendingMap().values().iterator().next());
        update(put, (map, item) -> map.descendingMap().entrySet().iterator().next().getValue());
        update(put, (map, item) -> map.descendingMap().values().spliterator().tryAdvance(it -> {}));
        update(put, (map, item) -> map.descendingMap().firstEntry().getValue());
        update((map, item) -> map.tailMap(other()).put(other(), item), (map, item) -> map.headMap(other(), true).remove(other()));
        Op putKey = (map, item) -> map.put(item, other());
        edge(putKey, (map, item) -> map.descendingMap().firstKey());
        edge(putKey, (map, item) -> map.descendingMap().lastKey());
        edge(putKey, (map, item) -> map.descendingKeySet().first());
        edge(putKey, (map, item) -> map.descendingKeySet().iterator().next());
        edge(putKey, (map, item) -> map.descendingMap().descendingMap().keySet().iterator().next());
        edge(putKey, (map, item) -> map.descendingMap().pollFirstEntry().getKey());
        edge(putKey, (map, item) -> map.headMap(new Edges.Item(2)).firstKey());
        edge(putKey, (map, item) -> map.tailMap(new Edges.Item(0)).firstKey());
        edge(putKey, (map, item) -> map.tailMap(new Edges.Item(0)).floorKey(other()));
    }

    public static void main(String[] args) throws Exception {
        values();
        keys();
        views();
        EDGES.run();
    }
}
