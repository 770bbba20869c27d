// Rule: queues: every way to put an element into ConcurrentLinkedDeque happens before every way to get it, by itself.
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

//! clean
public class EveryConcurrentDeque {
    static final Edges EDGES = new Edges();

    static void edge(Edges.Op<ConcurrentLinkedDeque<Edges.Item>> release, Edges.Op<ConcurrentLinkedDeque<Edges.Item>> acquire) throws Exception {
        EDGES.add(() -> new ConcurrentLinkedDeque<>(), release, acquire);
    }

    public static void main(String[] args) throws Exception {
        Edges.Op<ConcurrentLinkedDeque<Edges.Item>> put = (queue, item) -> queue.offer(item);
        Edges.Op<ConcurrentLinkedDeque<Edges.Item>> take = (queue, item) -> queue.pollFirst();
        edge((queue, item) -> queue.addFirst(item), take);
        edge((queue, item) -> queue.addLast(item), take);
        edge((queue, item) -> queue.addAll(List.of(item)), take);
        edge(put, take);
        edge(put, (queue, item) -> queue.pollLast());
        edge(put, (queue, item) -> queue.peekFirst());
        edge(put, (queue, item) -> queue.peekLast());
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
