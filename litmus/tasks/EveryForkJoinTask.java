// Rule: ForkJoinTask: every way to complete it releases, and every way to learn of that acquires by itself.
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

//! clean
public class EveryForkJoinTask {
    static final class Task extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;
        private final boolean fails;

        Task(boolean fails) {
            this.fails = fails;
        }

        @Override
        protected Integer compute() {
            if (fails) {
                throw new IllegalStateException();
            }
            return 1;
        }
    }

    interface Op {
        void on(ForkJoinTask<Integer> it) throws Exception;
    }

    static final Edges EDGES = new Edges();

    static void edge(boolean fails, Op release, Op acquire) {
        Task it = new Task(fails);
        EDGES.add(() -> release.on(it), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        Op done = it -> Order.require(it.isDone());
        Op complete = it -> it.complete(1);
        Op cancel = it -> Order.require(it.cancel(false));
        edge(false, complete, done);
        edge(false, it -> it.quietlyComplete(), done);
        edge(false, it -> it.invoke(), done);
        edge(false, it -> it.quietlyInvoke(), done);
        edge(true, it -> it.quietlyInvoke(), done);
        edge(false, it -> it.completeExceptionally(new IllegalStateException()), done);
        edge(false, cancel, done);
        edge(false, complete, it -> Order.require(it.isCompletedNormally()));
        edge(false, complete, it -> Order.require(it.join() == 1));
        edge(false, complete, it -> Order.require(it.get() == 1));
        edge(false, complete, it -> Order.require(it.get(1, TimeUnit.SECONDS) == 1));
        edge(false, complete, it -> it.quietlyJoin());
        edge(false, cancel, it -> Order.require(it.isCancelled()));
        edge(false, cancel, it -> Order.require(it.isCompletedAbnormally()));
        edge(false, cancel, it -> Order.require(it.getException() != null));
        edge(true, it -> it.quietlyInvoke(), it -> Order.require(it.getException() != null));
        EDGES.run();
    }
}
