// Rule: maps: every way to put something into ConcurrentHashMap happens before every way to see it, by itself.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class EveryHashMap {
    static final Edges EDGES = new Edges();

    static void edge(Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> release, Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> acquire) throws Exception {
        EDGES.add(() -> new ConcurrentHashMap<>(), release, acquire);
    }

    public static void main(String[] args) throws Exception {
        Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> put = (map, item) -> map.put(new Edges.Item(1), item);
        Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> putKey = (map, item) -> map.put(item, new Edges.Item(1));
        Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> get = (map, item) -> map.get(new Edges.Item(1));
        Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> next = (map, item) -> map.values().iterator().next();
        Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> nextKey = (map, item) -> map.keySet().iterator().next();
        edge(put, get);
        edge((map, item) -> map.putIfAbsent(new Edges.Item(1), item), get);
        edge((map, item) -> map.computeIfAbsent(new Edges.Item(1), key -> item), get);
        edge((map, item) -> map.compute(new Edges.Item(1), (key, old) -> item), get);
        edge((map, item) -> map.merge(new Edges.Item(1), item, (old, added) -> added), get);
        edge((map, item) -> map.putAll(Map.of(new Edges.Item(1), item)), get);
        Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> compute = (map, item) -> map.compute(new Edges.Item(1), (key, old) -> null);
        Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> ifAbsent = (map, item) -> map.computeIfAbsent(new Edges.Item(1), key -> null);
        edge(compute, compute);
        edge(compute, ifAbsent);
        edge(ifAbsent, compute);
        edge(ifAbsent, ifAbsent);
        edge((map, item) -> map.putIfAbsent(new Edges.Item(1), item), next);
        edge((map, item) -> map.computeIfAbsent(new Edges.Item(1), key -> item), next);
        edge((map, item) -> map.compute(new Edges.Item(1), (key, old) -> item), next);
        edge((map, item) -> map.merge(new Edges.Item(1), item, (old, added) -> added), next);
        edge((map, item) -> map.putAll(Map.of(new Edges.Item(1), item)), next);
        edge(put, (map, item) -> map.remove(new Edges.Item(1)));
        edge(put, (map, item) -> map.remove(new Edges.Item(1), new Edges.Item(1)));
        edge(put, (map, item) -> map.replace(new Edges.Item(1), new Edges.Item(1)));
        edge(put, (map, item) -> map.getOrDefault(new Edges.Item(1), null));
        edge(put, (map, item) -> map.containsKey(new Edges.Item(1)));
        edge(put, (map, item) -> map.put(new Edges.Item(1), new Edges.Item(1)));
        edge(put, (map, item) -> map.putIfAbsent(new Edges.Item(1), new Edges.Item(1)));
        edge(put, (map, item) -> map.computeIfAbsent(new Edges.Item(1), key -> null));
        edge(put, (map, item) -> map.computeIfPresent(new Edges.Item(1), (key, old) -> old));
        edge(put, (map, item) -> map.compute(new Edges.Item(1), (key, old) -> old));
        edge(put, (map, item) -> map.merge(new Edges.Item(1), new Edges.Item(1), (old, added) -> old));
        edge(put, (map, item) -> map.containsValue(new Edges.Item(1)));
        edge(put, (map, item) -> map.values().iterator().next());
        edge(put, (map, item) -> map.values().forEach(it -> {}));
        edge(put, (map, item) -> map.values().spliterator().forEachRemaining(it -> {}));
        edge(put, (map, item) -> map.values().spliterator().tryAdvance(it -> {}));
        edge(put, (map, item) -> map.values().removeIf(it -> true));
        edge(put, (map, item) -> map.forEach((key, value) -> {}));
        edge(put, (map, item) -> map.replaceAll((key, value) -> value));
        edge(put, (map, item) -> map.entrySet().iterator().next().getValue());
        edge(put, (map, item) -> map.entrySet().removeIf(it -> true));
        edge(putKey, (map, item) -> map.keySet().iterator().next());
        edge(putKey, (map, item) -> map.keySet().forEach(it -> {}));
        edge(putKey, (map, item) -> map.keySet().spliterator().forEachRemaining(it -> {}));
        edge(putKey, (map, item) -> map.keySet().spliterator().tryAdvance(it -> {}));
        edge(putKey, (map, item) -> map.entrySet().iterator().next().getKey());
        edge(putKey, (map, item) -> map.forEach((key, value) -> {}));
        edge((map, item) -> map.putIfAbsent(item, new Edges.Item(1)), nextKey);
        edge((map, item) -> map.computeIfAbsent(item, key -> new Edges.Item(1)), nextKey);
        edge((map, item) -> map.compute(item, (key, old) -> new Edges.Item(1)), nextKey);
        edge((map, item) -> map.merge(item, new Edges.Item(1), (old, added) -> added), nextKey);
        EDGES.run();
    }
}
