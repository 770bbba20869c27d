// Rule: ForkJoin fork -> task, when another worker that runs already is sure to run the task: none is started for it, which
// would be order too.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

//! clean
public class ForkToRunningWorker {
    static final class Busy extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            Order.reach(1);
            Order.await(3);
        }
    }

    static final class Step extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            value++;
            Order.reach(4);
        }
    }

    static final class Whole extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            Order.reach(2);
            Order.await(3);
            value = 1;
            new Step().fork();
            Order.await(4);
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.execute(new Busy());
        pool.execute(new Whole());
        Order.await(1);
        Order.await(2);
        Order.reach(3);
        Order.await(4);
        pool.shutdown();
    }
}
