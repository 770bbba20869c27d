// Rule: BlockingQueue: putting an element -> taking that element; what follows the put is not
// ordered.
import java.util.concurrent.SynchronousQueue;

public class SynchronousBack {
    static int value;

    public static void main(String[] args) throws Exception {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        Order.run(
                () -> {
                    queue.put("handed over");
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    queue.take();
                    Order.await(1);
                    value = 2; //! race value write
                });
    }
}
