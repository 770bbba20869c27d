// Rule: BlockingQueue: putting an element -> taking that element; also when the taker, or the one
// who puts, has to wait.
import java.util.concurrent.ArrayBlockingQueue;

//! clean
public class ArrayQueueBlocked {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    first = 1;
                    queue.put("first");
                    Order.await(1);
                    queue.put("fills the queue");
                    Order.reach(2);
                    second = 1;
                    queue.put("second");
                },
                () -> {
                    queue.take();
                    first = 2;
                    Order.reach(1);
                    Order.await(2);
                    Order.awaitBlocked(0);
                    queue.take();
                    queue.take();
                    second = 2;
                });
    }
}
