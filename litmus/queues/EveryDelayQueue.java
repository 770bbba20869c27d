// Rule: queues: putting an element into DelayQueue happens before every way to get it, by itself.
import java.util.ArrayList;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

//! clean
public class EveryDelayQueue {
    static final class Item implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Item;
        }

        @Override
        public int hashCode() {
            return 7;
        }
    }

    /** What is done with a queue and its element. */
    interface Op {
        void on(DelayQueue<Item> queue, Item item) throws Exception;
    }

    static final Edges EDGES = new Edges();

    /** Tried once before the threads start. */
    static void edge(Op acquire) throws Exception {
        DelayQueue<Item> trial = new DelayQueue<>();
        Item other = new Item();
        trial.put(other);
        acquire.on(trial, other);
        DelayQueue<Item> queue = new DelayQueue<>();
        Item item = new Item();
        EDGES.add(() -> queue.put(item), () -> acquire.on(queue, item));
    }

    public static void main(String[] args) throws Exception {
        edge((queue, item) -> queue.take());
        edge((queue, item) -> queue.poll());
        edge((queue, item) -> queue.poll(60, TimeUnit.SECONDS));
        edge((queue, item) -> queue.remove());
        edge((queue, item) -> queue.peek());
        edge((queue, item) -> queue.element());
        edge((queue, item) -> queue.drainTo(new ArrayList<>()));
        edge((queue, item) -> queue.drainTo(new ArrayList<>(), 1));
        edge((queue, item) -> Order.require(queue.contains(item)));
        edge((queue, item) -> Order.require(queue.contains(new Item())));
        edge((queue, item) -> Order.require(queue.remove(item)));
        edge((queue, item) -> Order.require(queue.remove(new Item())));
        edge((queue, item) -> queue.iterator().next());
        edge((queue, item) -> queue.iterator().forEachRemaining(it -> {}));
        edge((queue, item) -> queue.forEach(it -> {}));
        edge((queue, item) -> queue.removeIf(it -> true));
        edge((queue, item) -> queue.spliterator().tryAdvance(it -> {}));
        edge((queue, item) -> queue.toArray());
        edge((queue, item) -> queue.toArray(new Item[1]));
        EDGES.run();
    }
}
