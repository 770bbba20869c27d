// Rule: reference queues: making a reference, or enqueueing it, happens before it is taken from its queue.
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

//! clean
public class QueueTaken {
    static int made;
    static int enqueued;

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        ReferenceQueue<Object> own = new ReferenceQueue<>();
        Object kept = new Object();
        Order.run(
                () -> {
                    made = 1;
                    PhantomReference<Object> reference = new PhantomReference<>(new Object(), queue);
                    WeakReference<Object> weak = new WeakReference<>(kept, own);
                    Garbage.collectUntil(1);
                    enqueued = 1;
                    Order.require(weak.enqueue());
                    Order.reach(2);
                    Order.require(reference.get() == null);
                },
                () -> {
                    queue.remove();
                    made = 2;
                    Order.reach(1);
                    Order.await(2);
                    Order.require(own.poll() != null);
                    enqueued = 2;
                });
    }
}
