// Rule: BlockingQueue: putting an element -> taking that element. SynchronousQueue: offer and poll, which need somebody
// who waits.
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

//! clean
public class EverySynchronousQueue {
    static int offered;
    static int offeredInTime;
    static int polled;
    static int polledInTime;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<Object> queue = new SynchronousQueue<>();
        Order.run(
                () -> {
                    Order.await(1);
                    Order.awaitBlocked(1);
                    offered = 1;
                    Order.require(queue.offer(new Object()));
                    Order.await(2);
                    Order.awaitBlocked(1);
                    offeredInTime = 1;
                    Order.require(queue.offer(new Object(), 60, TimeUnit.SECONDS));
                    polled = 1;
                    Order.reach(3);
                    queue.put(new Object());
                    polledInTime = 1;
                    Order.reach(4);
                    queue.put(new Object());
                },
                () -> {
                    Order.reach(1);
                    queue.take();
                    offered = 2;
                    Order.reach(2);
                    queue.take();
                    offeredInTime = 2;
                    Order.await(3);
                    Order.awaitBlocked(0);
                    Order.require(queue.poll() != null);
                    polled = 2;
                    Order.await(4);
                    Order.awaitBlocked(0);
                    Order.require(queue.poll(60, TimeUnit.SECONDS) != null);
                    polledInTime = 2;
                });
    }
}
