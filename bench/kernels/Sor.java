/**
 * Successive over-relaxation of a grid, red and black points by turns. The workers own bands of rows and
 * read their neighbours' borders; a barrier after each colour. Size: points along an edge.
 */
public final class Sor {
    private static final int SWEEPS = 50;
    private static final double OMEGA = 1.5;

    private final Workers workers;
    private final int size;

    private Sor(Kernel kernel) {
        workers = kernel.workers;
        size = kernel.size;
    }

    private double[][] grid() {
        double[][] grid = new double[size][size];
        for (int i = 0; i < size; i++) {
            grid[0][i] = 1;
            grid[i][0] = (double) i / size;
        }
        return grid;
    }

    private void relax(double[][] grid, int first, int end, int colour) {
        for (int i = first; i < end; i++) {
            double[] above = grid[i - 1];
            double[] row = grid[i];
            double[] below = grid[i + 1];
            for (int j = 1 + (i + colour) % 2; j < size - 1; j += 2) {
                double mean = 0.25 * (above[j] + below[j] + row[j - 1] + row[j + 1]);
                row[j] = (1 - OMEGA) * row[j] + OMEGA * mean;
            }
        }
    }

    private long round() throws InterruptedException {
        double[][] grid = grid();
        Barrier barrier = new Barrier(workers.count);
        workers.inParallel(worker -> {
            int first = 1 + workers.first(worker, size - 2);
            int end = 1 + workers.first(worker + 1, size - 2);
            for (int half = 0; half < 2 * SWEEPS; half++) {
                relax(grid, first, end, half % 2);
                barrier.await();
            }
            return 0;
        });
        double sum = 0;
        for (double[] row : grid) {
            for (double value : row) {
                Kernel.require(Math.abs(value) < 2, "the grid does not blow up");
                sum += value;
            }
        }
        return Double.doubleToLongBits(sum);
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 500);
        Sor sor = new Sor(kernel);
        kernel.measure(sor::round);
    }
}
