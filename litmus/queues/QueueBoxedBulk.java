// Rule: BlockingQueue: putting an element -> finding it; small numbers and enums are one object everywhere, and finding one
// in another queue, by equality, a predicate or a consumer, gives no edge.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingDeque;

public class QueueBoxedBulk {
    static int found;
    static int tested;
    static int consumed;

    static void find(ArrayBlockingQueue<Integer> queue) {
        Order.require(queue.contains(7));
    }

    static void test(LinkedBlockingDeque<Integer> queue) {
        queue.removeIf(it -> it == 1);
    }

    static void consume(ConcurrentLinkedQueue<Integer> queue) {
        queue.forEach(it -> {});
    }

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<Integer> array = new ArrayBlockingQueue<>(1);
        LinkedBlockingDeque<Integer> deque = new LinkedBlockingDeque<>();
        ConcurrentLinkedQueue<Integer> linked = new ConcurrentLinkedQueue<>();
        ArrayBlockingQueue<Integer> otherArray = new ArrayBlockingQueue<>(1);
        LinkedBlockingDeque<Integer> otherDeque = new LinkedBlockingDeque<>();
        ConcurrentLinkedQueue<Integer> otherLinked = new ConcurrentLinkedQueue<>();
        otherArray.put(7);
        otherDeque.put(8);
        otherLinked.add(9);
        find(otherArray);
        test(otherDeque);
        consume(otherLinked);
        Order.run(
                () -> {
                    found = 1; //! race found write
                    array.put(7);
                    tested = 1; //! race tested write
                    deque.put(8);
                    consumed = 1; //! race consumed write
                    linked.add(9);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    find(otherArray);
                    found = 2; //! race found write
                    test(otherDeque);
                    tested = 2; //! race tested write
                    consume(otherLinked);
                    consumed = 2; //! race consumed write
                });
    }
}
