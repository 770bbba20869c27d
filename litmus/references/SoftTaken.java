// Rule: reference queues: making a reference happens before the collector enqueues it and it is taken; a soft one, which is
// cleared at once because it seems not to have been used for long.
import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;

//! clean
public class SoftTaken {
    static final long TIMESTAMP = Unsafe.offset(SoftReference.class, "timestamp");
    static int made;

    public static void main(String[] args) throws Exception {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Order.run(
                () -> {
                    made = 1;
                    SoftReference<Object> reference = new SoftReference<>(new Object(), queue);
                    Unsafe.putLongVolatile(reference, TIMESTAMP, -1L << 60);
                    Garbage.collectUntil(1);
                    Order.require(reference.get() == null);
                },
                () -> {
                    queue.remove();
                    made = 2;
                    Order.reach(1);
                });
    }
}
