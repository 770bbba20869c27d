import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Prices an option by random walks of its share. The workers draw the walks' numbers from an atomic counter, keep each
 * path in an array of its own and put what came of it on a list under a lock. Size: walks.
 */
public final class MonteCarlo {
    private static final int DAYS = 250;
    private static final double RATE = 0.03;
    private static final double VOLATILITY = 0.2;
    private static final double START = 100;
    private static final double STRIKE = 105;

    private static final class Walk {
        private final double[] path = new double[DAYS + 1];
        private double highest;

        Walk(int seed) {
            Random random = new Random(seed);
            double day = 1.0 / DAYS;
            double drift = (RATE - VOLATILITY * VOLATILITY / 2) * day;
            double spread = VOLATILITY * Math.sqrt(day);
            double logarithm = 0;
            path[0] = START;
            for (int i = 1; i <= DAYS; i++) {
                logarithm += drift + spread * normal(random);
                path[i] = START * exp(logarithm);
                highest = Math.max(highest, path[i]);
            }
        }

        /** Nearly normal, with deviation 1: the sum of twelve numbers from 0 to 1, less its mean. */
        private static double normal(Random random) {
            double sum = -6;
            for (int i = 0; i < 12; i++) {
                sum += random.nextDouble();
            }
            return sum;
        }

        /** By its series, so that it is the same in the interpreter and when compiled. */
        private static double exp(double x) {
            double sum = 1;
            double term = 1;
            for (int n = 1; n < 12; n++) {
                term *= x / n;
                sum += term;
            }
            return sum;
        }

        double average() {
            double sum = 0;
            for (double price : path) {
                sum += price;
            }
            return sum / path.length;
        }
    }

    private static final class Outcome {
        final int number;
        final double gain;

        Outcome(int number, Walk walk) {
            this.number = number;
            gain = Math.max(0, walk.path[DAYS] - STRIKE) + 1e-3 * (walk.highest - walk.average());
        }
    }

    private final Workers workers;
    private final int walks;

    private MonteCarlo(Kernel kernel) {
        workers = kernel.workers;
        walks = kernel.size;
    }

    private long round() throws InterruptedException {
        AtomicInteger next = new AtomicInteger();
        List<Outcome> outcomes = new ArrayList<>();
        workers.inParallel(worker -> {
            for (int number = next.getAndIncrement(); number < walks; number = next.getAndIncrement()) {
                Outcome outcome = new Outcome(number, new Walk(number));
                synchronized (outcomes) {
                    outcomes.add(outcome);
                }
            }
            return 0;
        });
        double[] gains = new double[walks];
        for (Outcome outcome : outcomes) {
            gains[outcome.number] = outcome.gain;
        }
        double sum = 0;
        for (double gain : gains) {
            sum += gain;
        }
        Kernel.require(outcomes.size() == walks, "each walk was made once");
        return Double.doubleToLongBits(sum);
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 10_000);
        MonteCarlo monteCarlo = new MonteCarlo(kernel);
        kernel.measure(monteCarlo::round);
    }
}
