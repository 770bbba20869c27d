// Rule: maps: every way to put something into ConcurrentHashMap happens before every way to see it, by itself.
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class EveryHashMap {
    static final Edges EDGES = new Edges();

    /** All keys are equal: a map has one entry. */
    interface Op extends Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> {}

    static Edges.Item other() {
        return new Edges.Item(1);
    }

    static ConcurrentHashMap<Edges.Item, Edges.Item> filled() {
        ConcurrentHashMap<Edges.Item, Edges.Item> map = new ConcurrentHashMap<>();
        map.put(other(), other());
        return map;
    }

    /** Into an empty map. */
    static void edge(Op release, Op acquire) throws Exception {
        EDGES.add(() -> new ConcurrentHashMap<>(), release, acquire);
    }

    /** Into a map that has a key of main's. */
    static void update(Op release, Op acquire) throws Exception {
        EDGES.add(() -> filled(), release, acquire);
    }

    /** The entry makes the edge: its key is one object, which the map need not compare, or was put there before. */
    static void byKey() throws Exception {
        Op put = (map, key) -> map.put(key, other());
        Op get = (map, key) -> Order.require(map.get(key) != null);
        edge(put, get);
        edge((map, key) -> map.putIfAbsent(key, other()), get);
        edge((map, key) -> map.computeIfAbsent(key, it -> other()), get);
        edge((map, key) -> map.compute(key, (it, old) -> other()), get);
        edge((map, key) -> map.merge(key, other(), (old, added) -> added), get);
        edge((map, key) -> map.putAll(Map.of(key, other())), get);
        edge((map, key) -> map.keySet(other()).add(key), get);
        edge((map, key) -> map.keySet(other()).addAll(Set.of(key)), get);
        update(put, get);
        update((map, key) -> map.replace(key, other()), get);
        update((map, key) -> map.replace(key, other(), other()), get);
        update((map, key) -> map.replaceAll((it, old) -> other()), get);
        update((map, key) -> map.computeIfPresent(key, (it, old) -> other()), get);
        update((map, key) -> map.compute(key, (it, old) -> other()), get);
        update((map, key) -> map.merge(key, other(), (old, added) -> added), get);
        update((map, key) -> map.entrySet().iterator().next().setValue(other()), get);
        edge(put, (map, key) -> map.getOrDefault(key, null));
        edge(put, (map, key) -> map.containsKey(key));
        edge(put, (map, key) -> map.keySet().contains(key));
        edge(put, (map, key) -> map.put(key, other()));
        edge(put, (map, key) -> map.putIfAbsent(key, other()));
        edge(put, (map, key) -> map.computeIfAbsent(key, it -> null));
        edge(put, (map, key) -> map.computeIfPresent(key, (it, old) -> old));
        edge(put, (map, key) -> map.compute(key, (it, old) -> old));
        edge(put, (map, key) -> map.merge(key, other(), (old, added) -> old));
        edge(put, (map, key) -> map.remove(key));
        edge(put, (map, key) -> map.remove(key, other()));
        edge(put, (map, key) -> map.keySet().remove(key));
        edge(put, (map, key) -> map.replace(key, other()));
        edge(put, (map, key) -> map.replace(key, other(), other()));
        Op remove = (map, key) -> map.remove(key);
        update(remove, put);
        update(remove, (map, key) -> map.computeIfAbsent(key, it -> other()));
        update(remove, (map, key) -> map.compute(key, (it, old) -> other()));
        update(remove, (map, key) -> map.merge(key, other(), (old, added) -> added));
        update((map, key) -> map.remove(key, other()), put);
        update((map, key) -> map.keySet().removeIf(it -> true), put);
        update((map, key) -> map.computeIfPresent(key, (it, old) -> null), put);
        update((map, key) -> {
            var entries = map.entrySet().iterator();
            entries.next();
            entries.remove();
        }, put);
    }

    static void byValue() throws Exception {
        Op next = (map, item) -> map.values().iterator().next();
        edge((map, item) -> map.put(other(), item), next);
        edge((map, item) -> map.putIfAbsent(other(), item), next);
        edge((map, item) -> map.computeIfAbsent(other(), key -> item), next);
        edge((map, item) -> map.compute(other(), (key, old) -> item), next);
        edge((map, item) -> map.merge(other(), item, (old, added) -> added), next);
        edge((map, item) -> map.putAll(Map.of(other(), item)), next);
        Op put = (map, item) -> map.put(other(), item);
        update(put, next);
        update((map, item) -> map.replace(other(), item), next);
        update((map, item) -> map.replace(other(), other(), item), next);
        update((map, item) -> map.replaceAll((key, old) -> item), next);
        update((map, item) -> map.computeIfPresent(other(), (key, old) -> item), next);
        update((map, item) -> map.compute(other(), (key, old) -> item), next);
        update((map, item) -> map.merge(other(), other(), (old, added) -> item), next);
        update((map, item) -> map.entrySet().iterator().next().setValue(item), next);
        update(put, (map, item) -> map.containsValue(other()));
        update(put, (map, item) -> map.values().contains(other()));
        update(put, (map, item) -> map.values().remove(other()));
        update(put, (map, item) -> map.values().toArray());
        update(put, (map, item) -> map.values().toArray(new Object[1]));
        update(put, (map, item) -> map.values().forEach(it -> {}));
        update(put, (map, item) -> map.values().spliterator().forEachRemaining(it -> {}));
        update(put, (map, item) -> map.values().spliterator().tryAdvance(it -> {}));
        update(put, (map, item) -> map.values().removeIf(it -> false));
        update(put, (map, item) -> map.elements().nextElement());
        update(put, (map, item) -> map.forEach((key, value) -> {}));
        update(put, (map, item) -> map.replaceAll((key, value) -> value));
        update(put, (map, item) -> map.entrySet().iterator().next().getValue());
        update(put, (map, item) -> map.entrySet().forEach(it -> it.getValue()));
        update(put, (map, item) -> map.entrySet().spliterator().tryAdvance(it -> it.getValue()));
        update(put, (map, item) -> map.entrySet().removeIf(it -> it.getValue() == null));
        update(put, (map, item) -> map.entrySet().toString());
        update(put, (map, item) -> map.entrySet().hashCode());
        update(put, (map, item) -> map.entrySet().iterator().next().equals(Map.entry(other(), other())));
        update(put, (map, item) -> map.toString());
        update(put, (map, item) -> map.hashCode());
        update(put, (map, item) -> map.equals(Map.of(other(), other())));
        update(put, (map, item) -> new ConcurrentHashMap<>(map));
    }

    static void byKeyObject() throws Exception {
        Op put = (map, item) -> map.put(item, other());
        Op next = (map, item) -> map.keySet().iterator().next();
        edge(put, next);
        edge((map, item) -> map.putIfAbsent(item, other()), next);
        edge((map, item) -> map.computeIfAbsent(item, key -> other()), next);
        edge((map, item) -> map.compute(item, (key, old) -> other()), next);
        edge((map, item) -> map.merge(item, other(), (old, added) -> added), next);
        edge((map, item) -> map.keySet(other()).add(item), next);
        edge(put, (map, item) -> map.keySet().toArray());
        edge(put, (map, item) -> map.keySet().toArray(new Object[1]));
        edge(put, (map, item) -> map.keySet().forEach(it -> {}));
        edge(put, (map, item) -> map.keySet().spliterator().forEachRemaining(it -> {}));
        edge(put, (map, item) -> map.keySet().spliterator().tryAdvance(it -> {}));
        edge(put, (map, item) -> map.keys().nextElement());
        edge(put, (map, item) -> map.entrySet().iterator().next().getKey());
        edge(put, (map, item) -> map.forEach((key, value) -> {}));
        edge(put, (map, item) -> map.get(other()));
    }

    public static void main(String[] args) throws Exception {
        byKey();
        byValue();
        byKeyObject();
        EDGES.run();
    }
}
