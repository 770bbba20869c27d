// Rule: BlockingDeque: putting an element at either end -> taking it at either end.
import java.util.concurrent.LinkedBlockingDeque;

//! clean
public class LinkedDeque {
    static int first;
    static int last;
    static int pushed;

    public static void main(String[] args) throws Exception {
        LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>();
        Order.run(
                () -> {
                    first = 1;
                    deque.putFirst("first");
                    last = 1;
                    deque.offerLast("last");
                    Order.reach(1);
                    Order.await(2);
                    pushed = 1;
                    deque.push("pushed");
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    Order.require(deque.takeLast().equals("last"));
                    last = 2;
                    Order.require(deque.pollFirst().equals("first"));
                    first = 2;
                    Order.reach(2);
                    Order.await(3);
                    deque.pop();
                    pushed = 2;
                });
    }
}
