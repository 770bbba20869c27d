// Rule: concurrent collections: putting an element -> reading that element, also in what toArray answers.
import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Supplier;

//! clean
public class ToArray {
    static final Edges EDGES = new Edges();

    static void edges(Supplier<Collection<Edges.Item>> collection) throws Exception {
        Edges.Op<Collection<Edges.Item>> add = (it, item) -> it.add(item);
        EDGES.add(collection, add, (it, item) -> Order.require(it.toArray().length == 1));
        EDGES.add(collection, add, (it, item) -> Order.require(it.toArray(new Edges.Item[1])[0] == item));
        EDGES.add(collection, add, (it, item) -> Order.require(it.toArray(new Edges.Item[0]).length == 1));
    }

    public static void main(String[] args) throws Exception {
        edges(() -> new ArrayBlockingQueue<>(1));
        edges(() -> new LinkedBlockingQueue<>());
        edges(() -> new LinkedBlockingDeque<>());
        edges(() -> new PriorityBlockingQueue<>());
        edges(() -> new ConcurrentLinkedQueue<>());
        edges(() -> new ConcurrentLinkedDeque<>());
        edges(() -> new LinkedTransferQueue<>());
        edges(() -> ConcurrentHashMap.newKeySet());
        Edges.Op<ConcurrentHashMap<String, Edges.Item>> put = (map, item) -> map.put("key", item);
        EDGES.add(() -> new ConcurrentHashMap<>(), put, (map, item) -> map.values().toArray());
        EDGES.add(() -> new ConcurrentHashMap<>(), put, (map, item) -> map.values().toArray(new Edges.Item[1]));
        EDGES.run();
    }
}
