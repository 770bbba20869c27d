// Rule: ForkJoin fork/invoke -> task -> join/get: a sum by recursive tasks.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

//! clean
public class ForkJoinTasks {
    static class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1L;
        private final transient int[] cells;
        private final int from;
        private final int to;

        Sum(int[] cells, int from, int to) {
            this.cells = cells;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from <= 8) {
                int sum = 0;
                for (int i = from; i < to; i++) {
                    sum += cells[i];
                    cells[i] = 0;
                }
                return sum;
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(cells, from, middle);
            Sum right = new Sum(cells, middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) throws Exception {
        int[] cells = new int[256];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = 1;
        }
        ForkJoinPool pool = new ForkJoinPool(3);
        Order.require(pool.invoke(new Sum(cells, 0, cells.length)) == 256);
        cells[7]++;
        pool.shutdown();
    }
}
