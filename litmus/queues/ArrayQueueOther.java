// Rule: BlockingQueue: putting an element -> taking that element; an element that another thread
// put, or finding the queue's size, gives no edge. ArrayBlockingQueue.
import java.util.concurrent.ArrayBlockingQueue;

public class ArrayQueueOther {
    static int value;

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(8);
        queue.put("warm up");
        queue.take();
        Order.run(
                () -> {
                    queue.put("first");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 1; //! race value write
                    queue.put("second");
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(queue.size() == 2);
                    Order.require(queue.take().equals("first"));
                    value = 2; //! race value write
                });
    }
}
