// Rule: concurrent collections: putting an element -> taking or reading that element.
// ConcurrentLinkedQueue and ConcurrentLinkedDeque.
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

//! clean
public class ConcurrentQueue {
    static int polled;
    static int peeked;
    static int popped;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        ConcurrentLinkedDeque<String> deque = new ConcurrentLinkedDeque<>();
        Order.run(
                () -> {
                    polled = 1;
                    queue.add("polled");
                    peeked = 1;
                    queue.offer("peeked");
                    popped = 1;
                    deque.addLast("popped");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    queue.poll();
                    polled = 2;
                    queue.peek();
                    peeked = 2;
                    deque.pop();
                    popped = 2;
                });
    }
}
