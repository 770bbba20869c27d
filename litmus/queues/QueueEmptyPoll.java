// Rule: BlockingQueue: putting an element -> taking that element; a poll that finds nothing gives
// no edge.
import java.util.concurrent.LinkedBlockingQueue;

public class QueueEmptyPoll {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        queue.put("warm up");
        queue.take();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    queue.put("mine");
                    queue.take();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(queue.poll() == null && queue.peek() == null);
                    value = 2; //! race value write
                });
    }
}
