// Rule: reference queues: making a reference of any kind happens before it is taken from its queue, in any way.
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;

//! clean
public class QueueEvery {
    static final Edges EDGES = new Edges();
    static int edges;

    /** Makes a reference. */
    interface Maker {
        Reference<Object> make(Object referent, ReferenceQueue<Object> queue);
    }

    /** Takes a reference. */
    interface Taker {
        Reference<?> take(ReferenceQueue<Object> queue) throws Exception;
    }

    /** The second thread enqueues what the first one made, and takes it. */
    static void edge(Maker maker, Taker taker) {
        int slot = edges++;
        Object referent = new Object();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        EDGES.add(
                () -> Publication.publish(slot, maker.make(referent, queue)),
                () -> {
                    Reference<?> made = (Reference<?>) Publication.published(slot);
                    Order.require(made.enqueue());
                    Order.require(taker.take(queue) == made);
                });
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        edge(SoftReference::new, queue -> queue.poll());
        edge(WeakReference::new, queue -> queue.poll());
        edge(PhantomReference::new, queue -> queue.poll());
        edge(WeakReference::new, queue -> queue.remove());
        edge(WeakReference::new, queue -> queue.remove(60_000));
        EDGES.run();
    }
}
