// Rule: ForkJoin task end -> join, also of a worker that learns of the end while it runs another task in the meantime.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

//! clean
public class JoinWhileHelping {
    /** Forked by the stolen task, run by who joins that. */
    static class Meanwhile extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            Order.reach(2);
            Order.await(3);
        }
    }

    static class Stolen extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        @Override
        protected void compute() {
            // Who joins blocks if it finds nothing to do.
            new Meanwhile().fork();
            Order.reach(1);
            Order.await(2);
            value = 1;
        }
    }

    static class Whole extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final Stolen stolen;

        Whole(Stolen stolen) {
            this.stolen = stolen;
        }

        @Override
        protected void compute() {
            stolen.fork();
            Order.await(1);
            stolen.join();
            value = 2;
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool pool = new ForkJoinPool(2);
        Stolen stolen = new Stolen();
        Whole whole = new Whole(stolen);
        pool.execute(whole);
        long start = System.nanoTime();
        while (!stolen.isDone()) {
            Order.spin(start);
        }
        Order.reach(3);
        whole.join();
        pool.shutdown();
    }
}
