// Rule: ForkJoin fork -> task, when another worker that runs already is sure to run the task: none is started for it, which
// would be order too.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

//! clean
public class ForkToRunningWorker {
    static final class Busy extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int started;
        private final int released;

        Busy(int started, int released) {
            this.started = started;
            this.released = released;
        }

        @Override
        protected void compute() {
            Order.reach(started);
            Order.await(released);
        }
    }

    static final class Step extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            value++;
            Order.reach(5);
        }
    }

    static final class Whole extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            Order.reach(3);
            Order.await(4);
            value = 1;
            new Step().fork();
            Order.await(5);
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.execute(new Busy(1, 6));
        pool.execute(new Whole());
        Order.await(1);
        Order.await(3);
        Order.reach(6);
        Order.reach(4);
        Order.await(5);
        pool.shutdown();
    }
}
