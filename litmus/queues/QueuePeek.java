// Rule: BlockingQueue: putting an element -> reading that element: peek, element.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

//! clean
public class QueuePeek {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        ArrayBlockingQueue<String> array = new ArrayBlockingQueue<>(2);
        LinkedBlockingQueue<String> linked = new LinkedBlockingQueue<>();
        Order.run(
                () -> {
                    first = 1;
                    array.add("a");
                    second = 1;
                    linked.add("l");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    array.peek();
                    first = 2;
                    linked.element();
                    second = 2;
                });
    }
}
