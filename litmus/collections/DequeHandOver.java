// Rule: concurrent collections: putting an element -> taking that element. ConcurrentLinkedDeque.
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

//! clean
public class DequeHandOver {
    static int first;
    static int last;
    static int number;
    static int many;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Object> deque = new ConcurrentLinkedDeque<>();
        Order.run(
                () -> {
                    first = 1;
                    deque.addFirst(new Object());
                    last = 1;
                    deque.offerLast(new Object());
                    number = 1;
                    deque.addLast(7);
                    many = 1;
                    deque.addAll(List.of(8));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    deque.pollFirst();
                    first = 2;
                    deque.pollFirst();
                    last = 2;
                    Order.require(deque.pollFirst().equals(7));
                    number = 2;
                    Order.require(deque.contains(8));
                    many = 2;
                });
    }
}
