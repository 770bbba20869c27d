// Rule: reachability: what a thread did before Reference.reachabilityFence(x) happens before the collector finds x
// unreachable, and so before a cleaning action of x, or before a reference to x is taken from its queue.
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

//! clean
public class ReachabilityFence {
    static int cleaned;
    static int enqueued;

    public static void main(String[] args) throws Exception {
        Cleaner cleaner = Cleaner.create();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Order.run(
                () -> {
                    Reference<Object> reference = use(cleaner, queue);
                    Garbage.collectUntil(1);
                    Garbage.collectUntil(2);
                    Order.require(reference.get() == null);
                },
                () -> {
                    queue.remove();
                    enqueued = 2;
                    Order.reach(2);
                });
    }

    private static Reference<Object> use(Cleaner cleaner, ReferenceQueue<Object> queue) {
        Object resource = new Object();
        cleaner.register(resource, new Action());
        WeakReference<Object> reference = new WeakReference<>(resource, queue);
        cleaned = 1;
        enqueued = 1;
        Reference.reachabilityFence(resource);
        return reference;
    }

    static final class Action implements Runnable {
        @Override
        public void run() {
            cleaned = 2;
            Order.reach(1);
        }
    }
}
