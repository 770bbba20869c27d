// Rule: concurrent collections: putting an element -> taking that element. ConcurrentLinkedDeque.
import java.util.concurrent.ConcurrentLinkedDeque;

//! clean
public class DequeHandOver {
    static int first;
    static int last;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Object> deque = new ConcurrentLinkedDeque<>();
        Order.run(
                () -> {
                    first = 1;
                    deque.addFirst(new Object());
                    last = 1;
                    deque.offerLast(new Object());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    deque.pollFirst();
                    first = 2;
                    deque.peekLast();
                    last = 2;
                });
    }
}
