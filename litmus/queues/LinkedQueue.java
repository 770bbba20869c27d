// Rule: BlockingQueue: putting an element -> taking that element. LinkedBlockingQueue.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

//! clean
public class LinkedQueue {
    static int first;
    static int second;
    static int third;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>();
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    first = 1;
                    queue.put("first");
                    Order.await(1);
                    second = 1;
                    queue.offer("second");
                    third = 1;
                    queue.offer("third", 60, TimeUnit.SECONDS);
                    Order.reach(2);
                },
                () -> {
                    queue.take();
                    first = 2;
                    Order.reach(1);
                    Order.await(2);
                    queue.poll();
                    second = 2;
                    queue.poll(60, TimeUnit.SECONDS);
                    third = 2;
                });
    }
}
