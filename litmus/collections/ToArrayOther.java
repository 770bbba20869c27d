// Rule: concurrent collections: putting an element -> reading that element; an array without it gives no edge.
import java.util.concurrent.LinkedBlockingQueue;

public class ToArrayOther {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Object> queue = new LinkedBlockingQueue<>();
        queue.put(new Object());
        Order.run(
                () -> {
                    Object element = new Object();
                    value = 1; //! race value write
                    queue.put(element);
                    Order.require(queue.remove(element));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(queue.toArray().length == 1);
                    value = 2; //! race value write
                });
    }
}
