// Rule: copy-on-write lists: every way to put an element into CopyOnWriteArrayList happens before every way to get it, by itself.
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

//! clean
public class EveryCopyOnWrite {
    static final Edges EDGES = new Edges();

    static void edge(Edges.Op<CopyOnWriteArrayList<Edges.Item>> release, Edges.Op<CopyOnWriteArrayList<Edges.Item>> acquire) throws Exception {
        EDGES.add(() -> new CopyOnWriteArrayList<>(), release, acquire);
    }

    public static void main(String[] args) throws Exception {
        Edges.Op<CopyOnWriteArrayList<Edges.Item>> put = (list, item) -> list.add(item);
        Edges.Op<CopyOnWriteArrayList<Edges.Item>> take = (list, item) -> list.get(0);
        edge((list, item) -> list.add(0, item), take);
        edge((list, item) -> list.addIfAbsent(item), take);
        edge((list, item) -> list.addAll(List.of(item)), take);
        edge((list, item) -> list.addAllAbsent(List.of(item)), take);
        edge(put, take);
        edge(put, (list, item) -> list.contains(item));
        edge(put, (list, item) -> list.remove(item));
        edge(put, (list, item) -> list.contains(new Edges.Item(1)));
        edge(put, (list, item) -> list.iterator().next());
        edge(put, (list, item) -> list.forEach(it -> {}));
        edge(put, (list, item) -> list.removeIf(it -> true));
        edge(put, (list, item) -> list.iterator().forEachRemaining(it -> {}));
        edge(put, (list, item) -> list.spliterator().forEachRemaining(it -> {}));
        edge(put, (list, item) -> list.spliterator().tryAdvance(it -> {}));
        edge(put, (list, item) -> list.remove(0));
        edge(put, (list, item) -> list.set(0, new Edges.Item(2)));
        edge(put, (list, item) -> list.indexOf(new Edges.Item(1)));
        edge(put, (list, item) -> list.lastIndexOf(new Edges.Item(1)));
        edge(put, (list, item) -> list.replaceAll(it -> it));
        edge(put, (list, item) -> list.toArray());
        edge(put, (list, item) -> list.clone());
        EDGES.run();
    }
}
