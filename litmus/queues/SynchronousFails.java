// Rule: BlockingQueue: putting an element -> taking that element; an offer and a poll that fail
// give no edge.
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

public class SynchronousFails {
    static int value;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        Order.require(!queue.offer("nobody takes it"));
        Order.require(queue.poll(1, TimeUnit.MILLISECONDS) == null);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.require(!queue.offer("nobody takes it"));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(queue.poll(1, TimeUnit.MILLISECONDS) == null);
                    value = 2; //! race value write
                });
    }
}
