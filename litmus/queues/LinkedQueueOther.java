// Rule: BlockingQueue: putting an element -> taking that element; an element that another thread
// put gives no edge. LinkedBlockingQueue.
import java.util.concurrent.LinkedBlockingQueue;

public class LinkedQueueOther {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
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
                    Order.require(queue.take().equals("first"));
                    value = 2; //! race value write
                });
    }
}
