// Rule: atomics: a successful compareAndSet orders both ways: a spin lock, released by lazySet.
import java.util.concurrent.atomic.AtomicBoolean;

//! clean
public class AtomicSpinLock {
    static final AtomicBoolean HELD = new AtomicBoolean();
    static int value;

    static void add() {
        for (int i = 0; i < 50; i++) {
            long start = System.nanoTime();
            while (!HELD.compareAndSet(false, true)) {
                Order.spin(start);
            }
            value++;
            HELD.lazySet(false);
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(() -> add(), () -> add(), () -> add());
    }
}
