// Rule: maps: putting a key or value into ConcurrentHashMap happens before every bulk operation that shows it.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class EveryHashMapBulk {
    static final Edges EDGES = new Edges();

    /** No bulk operation starts tasks. */
    static final long ALL = Long.MAX_VALUE;

    interface Op extends Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> {}

    static ConcurrentHashMap<Edges.Item, Edges.Item> filled() {
        ConcurrentHashMap<Edges.Item, Edges.Item> map = new ConcurrentHashMap<>();
        map.put(new Edges.Item(1), new Edges.Item(1));
        return map;
    }

    static void key(Op acquire) throws Exception {
        Op release = (map, item) -> map.put(item, new Edges.Item(1));
        EDGES.add(() -> new ConcurrentHashMap<>(), release, acquire);
    }

    /** The key was there before. */
    static void value(Op acquire) throws Exception {
        Op release = (map, item) -> map.put(new Edges.Item(1), item);
        EDGES.add(() -> filled(), release, acquire);
    }

    static void keys() throws Exception {
        key((map, item) -> map.forEachKey(ALL, it -> {}));
        key((map, item) -> map.forEachKey(ALL, it -> it, it -> {}));
        key((map, item) -> map.searchKeys(ALL, it -> null));
        key((map, item) -> map.reduceKeys(ALL, (one, two) -> one));
        key((map, item) -> map.reduceKeys(ALL, it -> it, (one, two) -> one));
        key((map, item) -> map.reduceKeysToInt(ALL, it -> 1, 0, Integer::sum));
        key((map, item) -> map.reduceKeysToLong(ALL, it -> 1, 0, Long::sum));
        key((map, item) -> map.reduceKeysToDouble(ALL, it -> 1, 0, Double::sum));
        key((map, item) -> map.forEachEntry(ALL, it -> it.getKey()));
    }

    static void values() throws Exception {
        value((map, item) -> map.forEachValue(ALL, it -> {}));
        value((map, item) -> map.forEachValue(ALL, it -> it, it -> {}));
        value((map, item) -> map.searchValues(ALL, it -> null));
        value((map, item) -> map.reduceValues(ALL, (one, two) -> one));
        value((map, item) -> map.reduceValues(ALL, it -> it, (one, two) -> one));
        value((map, item) -> map.reduceValuesToInt(ALL, it -> 1, 0, Integer::sum));
        value((map, item) -> map.reduceValuesToLong(ALL, it -> 1, 0, Long::sum));
        value((map, item) -> map.reduceValuesToDouble(ALL, it -> 1, 0, Double::sum));
    }

    static void mappings() throws Exception {
        value((map, item) -> map.forEach(ALL, (it, value) -> {}));
        value((map, item) -> map.forEach(ALL, (it, value) -> it, it -> {}));
        value((map, item) -> map.search(ALL, (it, value) -> null));
        value((map, item) -> map.reduce(ALL, (it, value) -> it, (one, two) -> one));
        value((map, item) -> map.reduceToInt(ALL, (it, value) -> 1, 0, Integer::sum));
        value((map, item) -> map.reduceToLong(ALL, (it, value) -> 1, 0, Long::sum));
        value((map, item) -> map.reduceToDouble(ALL, (it, value) -> 1, 0, Double::sum));
    }

    static void entries() throws Exception {
        value((map, item) -> map.forEachEntry(ALL, it -> it.getValue()));
        value((map, item) -> map.forEachEntry(ALL, it -> it.toString()));
        value((map, item) -> map.forEachEntry(ALL, it -> it.hashCode()));
        value((map, item) -> map.forEachEntry(ALL, it -> it.getValue(), it -> {}));
        value((map, item) -> map.searchEntries(ALL, it -> it.getValue()));
        value((map, item) -> map.reduceEntries(ALL, (one, two) -> one).getValue());
        value((map, item) -> map.reduceEntries(ALL, it -> it.getValue(), (one, two) -> one));
        value((map, item) -> map.reduceEntriesToInt(ALL, it -> it.hashCode(), 0, Integer::sum));
        value((map, item) -> map.reduceEntriesToLong(ALL, it -> it.hashCode(), 0, Long::sum));
        value((map, item) -> map.reduceEntriesToDouble(ALL, it -> it.hashCode(), 0, Double::sum));
    }

    public static void main(String[] args) throws Exception {
        keys();
        values();
        mappings();
        entries();
        EDGES.run();
    }
}
