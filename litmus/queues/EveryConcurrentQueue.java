// Rule: queues: every way to put an element into ConcurrentLinkedQueue happens before every way to get it, by itself.
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

//! clean
public class EveryConcurrentQueue {
    static final Edges EDGES = new Edges();

    static void edge(Edges.Op<ConcurrentLinkedQueue<Edges.Item>> release, Edges.Op<ConcurrentLinkedQueue<Edges.Item>> acquire) throws Exception {
        EDGES.add(() -> new ConcurrentLinkedQueue<>(), release, acquire);
    }

    public static void main(String[] args) throws Exception {
        Edges.Op<ConcurrentLinkedQueue<Edges.Item>> put = (queue, item) -> queue.offer(item);
        Edges.Op<ConcurrentLinkedQueue<Edges.Item>> take = (queue, item) -> queue.poll();
        edge((queue, item) -> queue.add(item), take);
        edge((queue, item) -> queue.addAll(List.of(item)), take);
        edge(put, take);
        edge(put, (queue, item) -> queue.peek());
        edge(put, (queue, item) -> queue.poll());
        edge(put, (queue, item) -> queue.contains(item));
        edge(put, (queue, item) -> queue.remove(item));
        edge(put, (queue, item) -> queue.contains(new Edges.Item(1)));
        edge(put, (queue, item) -> queue.iterator().next());
        edge(put, (queue, item) -> queue.forEach(it -> {}));
        edge(put, (queue, item) -> queue.removeIf(it -> true));
        edge(put, (queue, item) -> queue.iterator().forEachRemaining(it -> {}));
        edge(put, (queue, item) -> queue.spliterator().forEachRemaining(it -> {}));
        edge(put, (queue, item) -> queue.spliterator().tryAdvance(it -> {}));
        EDGES.run();
    }
}
