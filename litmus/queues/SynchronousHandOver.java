// Rule: BlockingQueue: putting an element -> taking that element. SynchronousQueue, fair or not,
// whoever comes first.
import java.util.concurrent.SynchronousQueue;

//! clean
public class SynchronousHandOver {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<String> fair = new SynchronousQueue<>(true);
        SynchronousQueue<String> unfair = new SynchronousQueue<>();
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    first = 1;
                    fair.put("waited for");
                    second = 1;
                    Order.reach(1);
                    unfair.put("waits");
                },
                () -> {
                    fair.take();
                    first = 2;
                    Order.await(1);
                    Order.awaitBlocked(0);
                    unfair.take();
                    second = 2;
                });
    }
}
