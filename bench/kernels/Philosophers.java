/**
 * Philosophers at a round table take two forks each, the one with the lower number first, and eat: nested monitors, each
 * contended by two. There is a philosopher for each worker, at least two forks. Size: meals of all together.
 */
public final class Philosophers {
    private static final int BITES = 10;

    private static final class Fork {
        private long bites;
    }

    private final Workers workers;
    private final int meals;
    private final Fork[] forks;

    private Philosophers(Kernel kernel) {
        workers = kernel.workers;
        meals = kernel.size;
        forks = new Fork[Math.max(2, workers.count)];
        for (int i = 0; i < forks.length; i++) {
            forks[i] = new Fork();
        }
    }

    private static void eat(Fork first, Fork second) {
        synchronized (first) {
            synchronized (second) {
                for (int bite = 0; bite < BITES; bite++) {
                    first.bites++;
                    second.bites++;
                }
            }
        }
    }

    private long round() throws InterruptedException {
        workers.inParallel(philosopher -> {
            int other = (philosopher + 1) % forks.length;
            Fork first = forks[Math.min(philosopher, other)];
            Fork second = forks[Math.max(philosopher, other)];
            int end = workers.first(philosopher + 1, meals);
            for (int meal = workers.first(philosopher, meals); meal < end; meal++) {
                eat(first, second);
            }
            return 0;
        });
        long bites = 0;
        for (Fork fork : forks) {
            bites += fork.bites;
            fork.bites = 0;
        }
        Kernel.require(bites == 2L * BITES * meals, "no bite is lost");
        return bites;
    }

    public static void main(String[] args) throws Exception {
        Kernel kernel = new Kernel(args, 200_000);
        Philosophers philosophers = new Philosophers(kernel);
        kernel.measure(philosophers::round);
    }
}
