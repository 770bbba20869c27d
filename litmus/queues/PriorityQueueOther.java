// Rule: BlockingQueue: an element that another thread put gives no edge. PriorityBlockingQueue.
import java.util.concurrent.PriorityBlockingQueue;

public class PriorityQueueOther {
    static int value;

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        queue.put(3000);
        queue.take();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    queue.put(2000);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    queue.put(1000);
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(queue.take() == 1000);
                    value = 2; //! race value write
                });
    }
}
