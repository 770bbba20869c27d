// Rule: maps: putting a key into ConcurrentHashMap happens before every bulk operation that shows it, also when the value
// shown with it was put there by somebody else.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class EveryMappingKey {
    /** No bulk operation starts tasks. */
    static final long ALL = Long.MAX_VALUE;

    interface Op {
        void on(ConcurrentHashMap<Edges.Item, Edges.Item> map);
    }

    static final List<Op> OPS = new ArrayList<>();

    static void shown(Op op) {
        ConcurrentHashMap<Edges.Item, Edges.Item> trial = new ConcurrentHashMap<>();
        trial.put(new Edges.Item(1), new Edges.Item(1));
        op.on(trial);
        OPS.add(op);
    }

    static List<Edges.Item> items() {
        List<Edges.Item> items = new ArrayList<>();
        for (int i = 0; i < OPS.size(); i++) {
            items.add(new Edges.Item(1));
        }
        return items;
    }

    public static void main(String[] args) throws Exception {
        shown(map -> map.forEach(ALL, (it, value) -> {}));
        shown(map -> map.forEach(ALL, (it, value) -> it, it -> {}));
        shown(map -> map.search(ALL, (it, value) -> null));
        shown(map -> map.reduce(ALL, (it, value) -> it, (one, two) -> one));
        shown(map -> map.reduceToInt(ALL, (it, value) -> 1, 0, Integer::sum));
        shown(map -> map.reduceToLong(ALL, (it, value) -> 1, 0, Long::sum));
        shown(map -> map.reduceToDouble(ALL, (it, value) -> 1, 0, Double::sum));
        List<ConcurrentHashMap<Edges.Item, Edges.Item>> maps = new ArrayList<>();
        for (int i = 0; i < OPS.size(); i++) {
            maps.add(new ConcurrentHashMap<>());
        }
        List<Edges.Item> keys = items();
        List<Edges.Item> equalKeys = items();
        List<Edges.Item> values = items();
        List<Edges.Item> otherValues = items();
        int[] cells = new int[OPS.size()];
        Order.run(
                () -> {
                    for (int i = 0; i < cells.length; i++) {
                        cells[i] = 1;
                        maps.get(i).put(keys.get(i), values.get(i));
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    // The key in the map stays; what this thread publishes with the value it does before it knows of the key.
                    for (int i = 0; i < cells.length; i++) {
                        maps.get(i).put(equalKeys.get(i), otherValues.get(i));
                    }
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    for (int i = 0; i < cells.length; i++) {
                        OPS.get(i).on(maps.get(i));
                        cells[i] = 2;
                    }
                });
    }
}
