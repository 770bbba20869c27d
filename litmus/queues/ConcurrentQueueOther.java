// Rule: concurrent collections: an element that another thread put gives no edge.
// ConcurrentLinkedQueue.
import java.util.concurrent.ConcurrentLinkedQueue;

public class ConcurrentQueueOther {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        queue.add("warm up");
        queue.poll();
        Order.run(
                () -> {
                    queue.add("first");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 1; //! race value write
                    queue.add("second");
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(queue.poll().equals("first"));
                    value = 2; //! race value write
                });
    }
}
