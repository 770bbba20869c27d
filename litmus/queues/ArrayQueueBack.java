// Rule: BlockingQueue: putting an element -> taking that element; taking one gives no edge to a
// later put.
import java.util.concurrent.ArrayBlockingQueue;

public class ArrayQueueBack {
    static int value;

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        queue.put("old");
        Order.run(
                () -> {
                    value = 1; //! race value write
                    queue.take();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    queue.put("new");
                    value = 2; //! race value write
                });
    }
}
