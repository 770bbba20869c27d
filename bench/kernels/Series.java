/**
 * Fourier coefficients of a function on an interval, by the trapezoid rule: nearly all arithmetic, one
 * write of an array element per coefficient. The workers take turns in the coefficients. Size: coefficients.
 */
public final class Series {
    private static final int STEPS = 1000;
    private static final double LENGTH = 2;

    private final Workers workers;
    private final double[] cosines;
    private final double[] sines;

    private Series(Kernel kernel) {
        workers = kernel.workers;
        cosines = new double[kernel.size];
        sines = new double[kernel.size];
    }

    private static double function(double x) {
        return Math.exp(-x) * (1 + x * x);
    }

    /** The integral of the function times sine or cosine. */
    private static double coefficient(int n, boolean sine) {
        double omega = 2 * Math.PI * n / LENGTH;
        double width = LENGTH / STEPS;
        double sum = 0;
        for (int step = 0; step <= STEPS; step++) {
            double x = step * width;
            double wave = sine ? Math.sin(omega * x) : Math.cos(omega * x);
            double weight = step == 0 || step == STEPS ? 0.5 : 1;
            sum += weight * function(x) * wave;
        }
        return sum * width * 2 / LENGTH;
    }

    private long round() throws InterruptedException {
        workers.inParallel(worker -> {
            for (int n = worker; n < cosines.length; n += workers.count) {
                cosines[n] = coefficient(n, false);
                sines[n] = coefficient(n, true);
            }
            return 0;
        });
        // The integral of (1 + x^2) / e^x is -(x^2 + 2x + 3) / e^x.
        double mean = 3 - 11 * Math.exp(-2);
        Kernel.require(Math.abs(cosines[0] - mean) < 1e-5, "the first coefficient is the mean");
        long digest = 0;
        for (int n = 0; n < cosines.length; n++) {
            // Math.sin and Math.cos may differ in the last bits between interpreter and compiler.
            digest = 31 * digest + Math.round(cosines[n] * 1e9) + Math.round(sines[n] * 1e9);
        }
        return digest;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 1000);
        Series series = new Series(kernel);
        kernel.measure(series::round);
    }
}
