// Rule: FutureTask: every way to complete it releases, and every way to learn of that acquires by itself.
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

//! clean
public class EveryFutureTask {
    interface Op {
        void on(FutureTask<Integer> it) throws Exception;
    }

    static final Edges EDGES = new Edges();

    static void edge(boolean fails, Op release, Op acquire) {
        FutureTask<Integer> it = new FutureTask<>(() -> {
            if (fails) {
                throw new IllegalStateException();
            }
            return 1;
        });
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op run = it -> it.run();
        Op cancel = it -> Order.require(it.cancel(false));
        edge(false, run, it -> Order.require(it.isDone()));
        edge(false, run, it -> it.get());
        edge(false, run, it -> it.get(1, TimeUnit.SECONDS));
        edge(true, run, it -> Order.require(it.isDone()));
        edge(true, run, it -> getFails(it));
        edge(false, cancel, it -> Order.require(it.isDone()));
        edge(false, cancel, it -> Order.require(it.isCancelled()));
        edge(false, cancel, it -> getCancelled(it));
        edge(false, it -> Order.require(it.cancel(true)), it -> Order.require(it.isCancelled()));
        EDGES.run();
    }

    private static void getFails(FutureTask<Integer> it) throws Exception {
        try {
            it.get();
            Order.require(false);
        } catch (ExecutionException expected) {
            return;
        }
    }

    private static void getCancelled(FutureTask<Integer> it) throws Exception {
        try {
            it.get();
            Order.require(false);
        } catch (CancellationException expected) {
            return;
        }
    }
}
