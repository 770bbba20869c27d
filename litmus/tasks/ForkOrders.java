// Rule: ForkJoin fork -> task -> join, when another worker is sure to run the task.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

//! clean
public class ForkOrders {
    static class Step extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            value++;
            Order.reach(1);
        }
    }

    static class Whole extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            value = 1;
            Step step = new Step();
            step.fork();
            Order.await(1);
            step.join();
            value++;
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.submit(new Whole()).get();
        value++;
        pool.shutdown();
    }
}
