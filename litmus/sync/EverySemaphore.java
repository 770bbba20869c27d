// Rule: Semaphore release -> acquire: every way to take permits acquires by itself, fair or not.
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

//! clean
public class EverySemaphore {
    interface Op {
        void on(Semaphore it) throws Exception;
    }

    static final Edges EDGES = new Edges();

    static void edge(Op acquire) {
        for (boolean fair : new boolean[] {false, true}) {
            Semaphore it = new Semaphore(0, fair);
            EDGES.add(() -> it.release(2), () -> acquire.on(it));
        }
    }

    public static void main(String[] args) throws Exception {
        edge(it -> it.acquire());
        edge(it -> it.acquire(2));
        edge(it -> it.acquireUninterruptibly());
        edge(it -> it.acquireUninterruptibly(2));
        edge(it -> Order.require(it.tryAcquire()));
        edge(it -> Order.require(it.tryAcquire(2)));
        edge(it -> Order.require(it.tryAcquire(1, TimeUnit.SECONDS)));
        edge(it -> Order.require(it.tryAcquire(2, 1, TimeUnit.SECONDS)));
        edge(it -> Order.require(it.drainPermits() == 2));
        EDGES.run();
    }
}
