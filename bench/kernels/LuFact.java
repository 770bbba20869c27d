/**
 * Solves a system of linear equations by LU factorisation with partial pivoting. For each column one worker
 * finds the pivot and swaps rows, then all update the rows below, by turns; barriers between. Size: equations.
 */
public final class LuFact {
    private final Workers workers;
    private final int size;
    private double[][] a;
    private double[] right;

    private LuFact(Kernel kernel) {
        workers = kernel.workers;
        size = kernel.size;
    }

    /** A random matrix, and the right side for which the solution is all ones. */
    private void fill() {
        Random random = new Random(3);
        a = new double[size][size];
        right = new double[size];
        for (int i = 0; i < size; i++) {
            double[] row = a[i];
            for (int j = 0; j < size; j++) {
                row[j] = random.nextDouble() - 0.5;
                right[i] += row[j];
            }
        }
    }

    private void factorise(int worker, Barrier barrier) throws InterruptedException {
        for (int column = 0; column < size - 1; column++) {
            if (worker == column % workers.count) {
                pivot(column);
            }
            barrier.await();
            for (int row = column + 1 + worker; row < size; row += workers.count) {
                eliminate(a[row], a[column], column, row);
            }
            barrier.await();
        }
    }

    private void pivot(int column) {
        int best = column;
        for (int row = column + 1; row < size; row++) {
            if (Math.abs(a[row][column]) > Math.abs(a[best][column])) {
                best = row;
            }
        }
        double[] row = a[best];
        a[best] = a[column];
        a[column] = row;
        double value = right[best];
        right[best] = right[column];
        right[column] = value;
    }

    private void eliminate(double[] target, double[] source, int column, int row) {
        double factor = target[column] / source[column];
        for (int j = column + 1; j < size; j++) {
            target[j] -= factor * source[j];
        }
        right[row] -= factor * right[column];
    }

    private double[] substitute() {
        double[] x = new double[size];
        for (int i = size - 1; i >= 0; i--) {
            double sum = right[i];
            for (int j = i + 1; j < size; j++) {
                sum -= a[i][j] * x[j];
            }
            x[i] = sum / a[i][i];
        }
        return x;
    }

    private long round() throws InterruptedException {
        fill();
        Barrier barrier = new Barrier(workers.count);
        workers.inParallel(worker -> {
            factorise(worker, barrier);
            return 0;
        });
        long digest = 0;
        for (double x : substitute()) {
            Kernel.require(Math.abs(x - 1) < 1e-6, "the solution is all ones");
            digest = 31 * digest + Double.doubleToLongBits(x);
        }
        return digest;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 400);
        LuFact luFact = new LuFact(kernel);
        kernel.measure(luFact::round);
    }
}
