// Rule: concurrent collections: putting an element -> taking that element; another one gives no edge.
// ConcurrentLinkedDeque.
import java.util.concurrent.ConcurrentLinkedDeque;

public class DequeOther {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Object> deque = new ConcurrentLinkedDeque<>();
        deque.add(new Object());
        Order.run(
                () -> {
                    value = 1; //! race value write
                    deque.addLast(new Object());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    deque.pollFirst();
                    value = 2; //! race value write
                });
    }
}
