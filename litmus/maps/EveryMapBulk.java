// Rule: maps: putting an element into ConcurrentHashMap happens before every bulk operation that shows it, by itself.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class EveryMapBulk {
    static final Edges EDGES = new Edges();
    static final long ALONE = Long.MAX_VALUE;

    /** Maps that have a key of main, whose value is replaced. */
    static void value(Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> acquire) throws Exception {
        EDGES.add(
                () -> new ConcurrentHashMap<>(Map.of(new Edges.Item(1), new Edges.Item(1))),
                (map, item) -> map.put(new Edges.Item(1), item),
                acquire);
    }

    static void key(Edges.Op<ConcurrentHashMap<Edges.Item, Edges.Item>> acquire) throws Exception {
        EDGES.add(() -> new ConcurrentHashMap<>(), (map, item) -> map.put(item, new Edges.Item(1)), acquire);
    }

    public static void main(String[] args) throws Exception {
        value((map, item) -> map.forEach((key, value) -> {}));
        value((map, item) -> map.forEach(ALONE, (key, value) -> {}));
        value((map, item) -> map.forEach(ALONE, (key, value) -> value, it -> {}));
        value((map, item) -> map.search(ALONE, (key, value) -> value));
        value((map, item) -> map.reduce(ALONE, (key, value) -> value, (one, other) -> one));
        value((map, item) -> map.reduceToDouble(ALONE, (key, value) -> 1, 0, (one, other) -> one));
        value((map, item) -> map.reduceToLong(ALONE, (key, value) -> 1, 0, (one, other) -> one));
        value((map, item) -> map.reduceToInt(ALONE, (key, value) -> 1, 0, (one, other) -> one));
        value((map, item) -> map.forEachValue(ALONE, it -> {}));
        value((map, item) -> map.forEachValue(ALONE, it -> it, it -> {}));
        value((map, item) -> map.searchValues(ALONE, it -> it));
        value((map, item) -> map.reduceValues(ALONE, (one, other) -> one));
        value((map, item) -> map.reduceValues(ALONE, it -> it, (one, other) -> one));
        value((map, item) -> map.reduceValuesToDouble(ALONE, it -> 1, 0, (one, other) -> one));
        value((map, item) -> map.reduceValuesToLong(ALONE, it -> 1, 0, (one, other) -> one));
        value((map, item) -> map.reduceValuesToInt(ALONE, it -> 1, 0, (one, other) -> one));
        value((map, item) -> map.forEachEntry(ALONE, it -> it.getValue()));
        key((map, item) -> map.forEachEntry(ALONE, it -> it.getKey()));
        key((map, item) -> map.forEachKey(ALONE, it -> {}));
        key((map, item) -> map.forEachKey(ALONE, it -> it, it -> {}));
        key((map, item) -> map.searchKeys(ALONE, it -> it));
        key((map, item) -> map.reduceKeys(ALONE, (one, other) -> one));
        key((map, item) -> map.reduceKeys(ALONE, it -> it, (one, other) -> one));
        key((map, item) -> map.reduceKeysToDouble(ALONE, it -> 1, 0, (one, other) -> one));
        key((map, item) -> map.reduceKeysToLong(ALONE, it -> 1, 0, (one, other) -> one));
        key((map, item) -> map.reduceKeysToInt(ALONE, it -> 1, 0, (one, other) -> one));
        EDGES.run();
    }
}
