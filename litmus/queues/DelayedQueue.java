// Rule: BlockingQueue: putting an element -> taking that element. DelayQueue.
import java.util.concurrent.DelayQueue;

//! clean
public class DelayedQueue {
    static int value;

    public static void main(String[] args) throws Exception {
        DelayQueue<Expired> queue = new DelayQueue<>();
        Order.run(
                () -> {
                    value = 1;
                    queue.put(new Expired(1));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    queue.take();
                    value = 2;
                });
    }
}
