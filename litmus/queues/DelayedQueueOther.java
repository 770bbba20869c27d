// Rule: BlockingQueue: an element that another thread put gives no edge. DelayQueue.
import java.util.concurrent.DelayQueue;

public class DelayedQueueOther {
    static int value;

    public static void main(String[] args) throws Exception {
        DelayQueue<Expired> queue = new DelayQueue<>();
        queue.put(new Expired(1));
        queue.take();
        Order.run(
                () -> {
                    queue.put(new Expired(1));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 1; //! race value write
                    queue.put(new Expired(2));
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(queue.take().rank == 1);
                    value = 2; //! race value write
                });
    }
}
