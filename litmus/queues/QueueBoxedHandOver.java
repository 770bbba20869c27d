// Rule: BlockingQueue: putting an element -> taking that element, also one that is a small number.
import java.util.concurrent.LinkedBlockingQueue;

//! clean
public class QueueBoxedHandOver {
    static int taken;
    static int iterated;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        Order.run(
                () -> {
                    taken = 1;
                    queue.put(7);
                    iterated = 1;
                    queue.put(8);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    queue.take();
                    taken = 2;
                    queue.iterator().next();
                    iterated = 2;
                });
    }
}
