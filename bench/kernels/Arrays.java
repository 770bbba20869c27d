/**
 * Numeric loops over arrays: LU factorisation and a five-point stencil on {@code double[][]}, and
 * counting on {@code int[]}. The workers share the arrays, own different rows of them in each phase, and
 * wait for each other by join. Size: rows of the matrix.
 */
public final class Arrays {
    private static final int COLUMN_BLOCK = 64;
    private static final int GRID = 1024;
    private static final int SWEEPS = 30;
    private static final int NUMBERS = 1 << 20;
    private static final int BUCKETS = 1 << 10;

    private final Workers workers;
    private final int size;

    private Arrays(Kernel kernel) {
        workers = kernel.workers;
        size = kernel.size;
    }

    private double[][] matrix() {
        double[][] a = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                a[i][j] = i == j ? size : 1.0 / (1 + i + j);
            }
        }
        return a;
    }

    /**
     * LU without pivoting (the matrix is diagonally dominant), in blocks of columns: each
     * phase factorises one block of pivot rows, then the workers update the rows below by turns.
     */
    private long factorise() throws InterruptedException {
        double[][] a = matrix();
        for (int block = 0; block < size; block += COLUMN_BLOCK) {
            int first = block;
            int end = Math.min(block + COLUMN_BLOCK, size);
            for (int row = first + 1; row < end; row++) {
                eliminate(a, row, first, row);
            }
            workers.inParallel(worker -> {
                for (int row = end + worker; row < size; row += workers.count) {
                    eliminate(a, row, first, end);
                }
                return 0;
            });
        }
        double trace = 0;
        for (int i = 0; i < size; i++) {
            trace += a[i][i];
        }
        return Double.doubleToLongBits(trace);
    }

    private void eliminate(double[][] a, int row, int firstPivot, int endPivot) {
        double[] target = a[row];
        for (int pivot = firstPivot; pivot < endPivot; pivot++) {
            double[] source = a[pivot];
            double factor = target[pivot] / source[pivot];
            target[pivot] = factor;
            for (int j = pivot + 1; j < size; j++) {
                target[j] -= factor * source[j];
            }
        }
    }

    private long relax() throws InterruptedException {
        double[][] from = new double[GRID][GRID];
        double[][] to = new double[GRID][GRID];
        for (int i = 0; i < GRID; i++) {
            from[0][i] = i;
            to[0][i] = i;
        }
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            double[][] source = from;
            double[][] target = to;
            workers.inParallel(worker -> {
                int first = Math.max(1, workers.first(worker, GRID));
                int end = Math.min(GRID - 1, workers.first(worker + 1, GRID));
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
    private long count() throws InterruptedException {
        int[] numbers = new int[NUMBERS];
        int[][] counts = new int[workers.count][BUCKETS];
        workers.inParallel(worker -> {
            int first = workers.first(worker, NUMBERS);
            int end = workers.first(worker + 1, NUMBERS);
            int state = worker + 1;
            for (int i = first; i < end; i++) {
                state = state * 1_103_515_245 + 12_345;
                numbers[i] = state >>> 8;
            }
            return 0;
        });
        // Each worker counts what others wrote.
        workers.inParallel(worker -> {
            int[] own = counts[worker];
            for (int i = (worker + 1) % workers.count; i < NUMBERS; i += workers.count) {
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
        Kernel kernel = new Kernel(args, 640);
        Arrays arrays = new Arrays(kernel);
        kernel.measure(() -> arrays.factorise() + arrays.relax() + arrays.count());
    }
}
