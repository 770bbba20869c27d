// Rule: PriorityBlockingQueue: putting an element happens before a spliterator shows it, also one that another thread made and
// handed over without an edge.
import java.util.Spliterator;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.function.Consumer;

//! clean
public class PrioritySplit {
    static int value;

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        PriorityBlockingQueue<Edges.Item> queue = new PriorityBlockingQueue<>();
        Edges.Item item = new Edges.Item(1);
        Consumer<Object> write = it -> value = 2;
        Order.run(
                () -> {
                    value = 1;
                    queue.add(item);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Spliterator<Edges.Item> all = queue.spliterator();
                    // It takes the elements now.
                    Order.require(all.estimateSize() == 1);
                    Publication.publish(all);
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(((Spliterator<?>) Publication.published()).tryAdvance(write));
                });
    }
}
