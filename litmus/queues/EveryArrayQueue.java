// Rule: queues: every way to put an element into ArrayBlockingQueue happens before every way to get it, by itself.
import java.util.ArrayList;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

//! clean
public class EveryArrayQueue {
    static final Edges EDGES = new Edges();

    static void edge(Edges.Op<ArrayBlockingQueue<Edges.Item>> release, Edges.Op<ArrayBlockingQueue<Edges.Item>> acquire) throws Exception {
        EDGES.add(() -> new ArrayBlockingQueue<>(2), release, acquire);
    }

    public static void main(String[] args) throws Exception {
        Edges.Op<ArrayBlockingQueue<Edges.Item>> put = (queue, item) -> queue.put(item);
        Edges.Op<ArrayBlockingQueue<Edges.Item>> take = (queue, item) -> queue.take();
        edge((queue, item) -> queue.offer(item), take);
        edge((queue, item) -> queue.offer(item, 60, TimeUnit.SECONDS), take);
        edge(put, take);
        edge(put, (queue, item) -> queue.peek());
        edge(put, (queue, item) -> queue.poll());
        edge(put, (queue, item) -> queue.contains(item));
        edge(put, (queue, item) -> queue.remove(item));
        edge(put, (queue, item) -> queue.contains(new Edges.Item(1)));
        edge(put, (queue, item) -> queue.iterator().next());
        edge(put, (queue, item) -> queue.forEach(it -> {}));
        edge(put, (queue, item) -> queue.removeIf(it -> true));
        edge(put, (queue, item) -> queue.toArray());
        edge(put, (queue, item) -> queue.toArray(new Edges.Item[0]));
        edge(put, (queue, item) -> queue.iterator().forEachRemaining(it -> {}));
        edge(put, (queue, item) -> queue.spliterator().forEachRemaining(it -> {}));
        edge(put, (queue, item) -> queue.spliterator().tryAdvance(it -> {}));
        edge(put, (queue, item) -> queue.drainTo(new ArrayList<>()));
        edge(put, (queue, item) -> queue.poll(60, TimeUnit.SECONDS));
        EDGES.run();
    }
}
