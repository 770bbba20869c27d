// Rule: BlockingDeque: an element that another thread put gives no edge.
import java.util.concurrent.LinkedBlockingDeque;

public class LinkedDequeOther {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingDeque<String> deque = new LinkedBlockingDeque<>();
        deque.put("warm up");
        deque.takeFirst();
        Order.run(
                () -> {
                    deque.put("front");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 1; //! race value write
                    deque.putLast("back");
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(deque.takeFirst().equals("front"));
                    value = 2; //! race value write
                });
    }
}
