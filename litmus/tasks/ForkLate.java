// Rule: ForkJoin fork -> task; what follows the fork is not ordered before the task.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkLate {
    static class Step extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            Order.reach(1);
            Order.await(2);
            value = 2; //! race value write
        }
    }

    static class Whole extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            Step step = new Step();
            step.fork();
            // Once the other worker has begun the step, a join cannot run it here.
            Order.await(1);
            value = 1; //! race value write
            Order.reach(2);
            step.join();
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.invoke(new Whole());
        pool.shutdown();
    }
}
