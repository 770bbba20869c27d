// Rule: reference queues: making a reference happens before it is taken from its queue; a poll that finds none gives
// no edge.
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

public class QueueEmpty {
    static int value;

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Object kept = new Object();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    WeakReference<Object> reference = new WeakReference<>(kept, queue);
                    Order.reach(1);
                    Order.await(2);
                    Order.require(reference.get() == kept);
                },
                () -> {
                    Order.await(1);
                    Order.require(queue.poll() == null);
                    value = 2; //! race value write
                    Order.reach(2);
                });
    }
}
