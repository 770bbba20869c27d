// Rule: ForkJoin task end -> join, also of a worker that learns of the end of a CountedCompleter while it runs a part of it.
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;

//! clean
public class JoinWhileCompleting {
    static class Whole extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1L;

        Whole() {
            super(null, 1);
        }

        @Override
        public void compute() {}
    }

    static class Part extends CountedCompleter<Void> {
        private static final long serialVersionUID = 1L;

        Part(Whole whole) {
            super(whole);
        }

        @Override
        public void compute() {
            Order.reach(1);
            Order.await(2);
        }
    }

    static class Joiner extends RecursiveAction {
        private static final long serialVersionUID = 1L;
        private final Whole whole;

        Joiner(Whole whole) {
            this.whole = whole;
        }

        @Override
        protected void compute() {
            new Part(whole).fork();
            whole.join();
            value = 2;
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        // The one worker alone can run the part, when it joins the whole.
        ForkJoinPool pool = new ForkJoinPool(1);
        Whole whole = new Whole();
        Joiner joiner = new Joiner(whole);
        pool.execute(joiner);
        Order.await(1);
        value = 1;
        whole.complete(null);
        Order.reach(2);
        joiner.join();
        pool.shutdown();
    }
}
