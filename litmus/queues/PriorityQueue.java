// Rule: BlockingQueue: putting an element -> taking that element, in the queue's order.
// PriorityBlockingQueue.
import java.util.concurrent.PriorityBlockingQueue;

//! clean
public class PriorityQueue {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        Order.run(
                () -> {
                    second = 1;
                    queue.put(2000);
                    first = 1;
                    queue.offer(1000);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(queue.take() == 1000);
                    first = 2;
                    Order.require(queue.poll() == 2000);
                    second = 2;
                });
    }
}
