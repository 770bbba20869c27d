/**
 * Numeric loops over arrays: LU factorisation and a five-point stencil on {@code double[][]}, and
 * counting on {@code int[]}. The workers share the arrays, own different rows of them in each phase, and
 * wait for each other by join.
 */
public final class Arrays {
    private static final int MATRIX = 640;
    private static final int COLUMN_BLOCK = 64;
    private static final int GRID = 1024;
    private static final int SWEEPS = 30;
    private static final int NUMBERS = 1 << 20;
    private static final int BUCKETS = 1 << 10;

    private static double[][] matrix() {
        double[][] a = new double[MATRIX][MATRIX];
        for (int i = 0; i < MATRIX; i++) {
            for (int j = 0; j < MATRIX; j++) {
                a[i][j] = i == j ? MATRIX : 1.0 / (1 + i + j);
            }
        }
        return a;
    }

    /**
     * LU without pivoting (the matrix is diagonally dominant), in blocks of columns: each
     * phase factorises one block of pivot rows, then the workers update the rows below by turns.
     */
    private static long factorise() throws InterruptedException {
        double[][] a = matrix();
        for (int block = 0; block < MATRIX; block += COLUMN_BLOCK) {
            int first = block;
            int end = Math.min(block + COLUMN_BLOCK, MATRIX);
            for (int row = first + 1; row < end; row++) {
                eliminate(a, row, first, row);
            }
            Workers.inParallel(worker -> {
                for (int row = end + worker; row < MATRIX; row += Workers.COUNT) {
                    eliminate(a, row, first, end);
                }
                return 0;
            });
        }
        double trace = 0;
        for (int i = 0; i < MATRIX; i++) {
            trace += a[i][i];
        }
        return Double.doubleToLongBits(trace);
    }

    private static void eliminate(double[][] a, int row, int firstPivot, int endPivot) {
        double[] target = a[row];
        for (int pivot = firstPivot; pivot < endPivot; pivot++) {
            double[] source = a[pivot];
            double factor = target[pivot] / source[pivot];
            target[pivot] = factor;
            for (int j = pivot + 1; j < MATRIX; j++) {
                target[j] -= factor * source[j];
            }
        }
    }

    private static long relax() throws InterruptedException {
        double[][] from = new double[GRID][GRID];
        double[][] to = new double[GRID][GRID];
        for (int i = 0; i < GRID; i++) {
            from[0][i] = i;
            to[0][i] = i;
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            double[][] source = from;
            double[][] target = to;
            Workers.inParallel(worker -> {
                int first = Math.max(1, worker * GRID / Workers.COUNT);
                int end = Math.min(GRID - 1, (worker + 1) * GRID / Workers.COUNT);
                for (int i = first; i < end; i++) {
                    for (int j = 1; j < GRID - 1; j++) {
                        target[i][j] = 0.25
                                * (source[i - 1][j] + source[i + 1][j] + source[i][j - 1] + source[i][j + 1]);
                    }
                }
                return 0;
            });
            from = target;
            to = source;
        }
        double sum = 0;
        for (double[] row : from) {
            for (double value : row) {
                sum += value;
            }
        }
        return Double.doubleToLongBits(sum);
    }

    /** A histogram of pseudo-random numbers: irregular reads and writes, one row of counts a worker. */
    private static long count() throws InterruptedException {
        int[] numbers = new int[NUMBERS];
        int[][] counts = new int[Workers.COUNT][BUCKETS];
        Workers.inParallel(worker -> {
            int first = worker * NUMBERS / Workers.COUNT;
            int end = (worker + 1) * NUMBERS / Workers.COUNT;
            int state = worker + 1;
            for (int i = first; i < end; i++) {
                state = state * 1_103_515_245 + 12_345;
                numbers[i] = state >>> 8;
            }
            return 0;
        });
        // Each worker counts what the other one wrote.
        Workers.inParallel(worker -> {
            int[] own = counts[worker];
            for (int i = (worker + 1) % Workers.COUNT; i < NUMBERS; i += Workers.COUNT) {
                own[numbers[i] % BUCKETS]++;
            }
            return 0;
        });
        long digest = 0;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            for (int[] own : counts) {
                digest = digest * 31 + own[bucket];
            }
        }
        return digest;
    }

    public static void main(String[] args) throws Exception {
        Workers.measure(10, 45, () -> factorise() + relax() + count());
    }
}
