/**
 * Multiplies a sparse matrix, stored by rows, with a vector, again and again: reads at irregular
 * places in arrays that all workers share, a barrier after each product. Size: rows.
 */
public final class Sparse {
    private static final int PER_ROW = 5;
    private static final int PRODUCTS = 50;

    private final Workers workers;
    private final int size;
    private final int[] rowStarts;
    private final int[] columns;
    private final double[] values;

    private Sparse(Kernel kernel) {
        workers = kernel.workers;
        size = kernel.size;
        rowStarts = new int[size + 1];
        columns = new int[size * PER_ROW];
        values = new double[size * PER_ROW];
        Random random = new Random(7);
        for (int row = 0; row < size; row++) {
            rowStarts[row + 1] = rowStarts[row] + PER_ROW;
            for (int at = rowStarts[row]; at < rowStarts[row + 1]; at++) {
                columns[at] = random.next(size);
                // The values of a row sum up to 1, so a product keeps the vector's bounds.
                values[at] = 1.0 / PER_ROW;
            }
        }
    }

    private void multiply(double[] from, double[] to, int first, int end) {
        for (int row = first; row < end; row++) {
            double sum = 0;
            for (int at = rowStarts[row]; at < rowStarts[row + 1]; at++) {
                sum += values[at] * from[columns[at]];
            }
            to[row] = sum;
        }
    }

    private long round() throws InterruptedException {
        double[] one = new double[size];
        double[] other = new double[size];
        for (int i = 0; i < size; i++) {
            one[i] = i % 1000;
        }
        Barrier barrier = new Barrier(workers.count);
        workers.inParallel(worker -> {
            int first = workers.first(worker, size);
            int end = workers.first(worker + 1, size);
            for (int product = 0; product < PRODUCTS; product += 2) {
                multiply(one, other, first, end);
                barrier.await();
                multiply(other, one, first, end);
                barrier.await();
            }
            return 0;
        });
        double sum = 0;
        for (double value : one) {
            Kernel.require(value >= 0 && value < 1000, "an average lies between the extremes");
            sum += value;
        }
        return Double.doubleToLongBits(sum);
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 50_000);
        Sparse sparse = new Sparse(kernel);
        kernel.measure(sparse::round);
    }
}
