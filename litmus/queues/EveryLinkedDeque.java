// Rule: queues: every way to put an element into LinkedBlockingDeque happens before every way to get it, by itself.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

//! clean
public class EveryLinkedDeque {
    static final Edges EDGES = new Edges();

    static void edge(Edges.Op<LinkedBlockingDeque<Edges.Item>> release, Edges.Op<LinkedBlockingDeque<Edges.Item>> acquire) throws Exception {
        EDGES.add(() -> new LinkedBlockingDeque<>(), release, acquire);
    }

    public static void main(String[] args) throws Exception {
        Edges.Op<LinkedBlockingDeque<Edges.Item>> put = (queue, item) -> queue.put(item);
        Edges.Op<LinkedBlockingDeque<Edges.Item>> take = (queue, item) -> queue.take();
        edge((queue, item) -> queue.putFirst(item), take);
        edge((queue, item) -> queue.putLast(item), take);
        edge((queue, item) -> queue.offerFirst(item), take);
        edge((queue, item) -> queue.offerLast(item), take);
        edge((queue, item) -> queue.offerFirst(item, 60, TimeUnit.SECONDS), take);
        edge((queue, item) -> queue.offerLast(item, 60, TimeUnit.SECONDS), take);
        edge((queue, item) -> queue.addAll(List.of(item)), take);
        edge(put, take);
        edge(put, (queue, item) -> queue.takeFirst());
        edge(put, (queue, item) -> queue.takeLast());
        edge(put, (queue, item) -> queue.peekFirst());
        edge(put, (queue, item) -> queue.peekLast());
        edge(put, (queue, item) -> queue.removeLastOccurrence(new Edges.Item(1)));
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
        edge(put, (queue, item) -> queue.drainTo(new ArrayList<>()));
        edge(put, (queue, item) -> queue.poll(60, TimeUnit.SECONDS));
        EDGES.run();
    }
}
