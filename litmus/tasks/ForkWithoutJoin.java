// Rule: ForkJoin task -> join; without it the end of a forked task orders nothing.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

public class ForkWithoutJoin {
    static class Step extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            value = 1; //! race value write
            Order.reach(1);
        }
    }

    static class Whole extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            new Step().fork();
            Order.await(1);
            value = 2; //! race value write
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
