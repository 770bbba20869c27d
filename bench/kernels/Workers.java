import java.util.concurrent.Callable;
import java.util.function.IntToLongFunction;

/** What all kernels share: two threads a phase, warm-up, and the two lines that they print. */
final class Workers {
    static final int COUNT = 2;

    private Workers() {}

    /** Runs {@code work} once for each worker number, all at the same time; returns the sum of the results. */
    static long inParallel(IntToLongFunction work) throws InterruptedException {
        long[] results = new long[COUNT];
        Thread[] threads = new Thread[COUNT];
        for (int worker = 0; worker < COUNT; worker++) {
            int number = worker;
            threads[worker] = new Thread(() -> results[number] = work.applyAsLong(number), "worker-" + worker);
            threads[worker].start();
        }
        long sum = 0;
        for (int worker = 0; worker < COUNT; worker++) {
            threads[worker].join();
            sum += results[worker];
        }
        return sum;
    }

    /** Runs {@code round} until it is warm, then the measured times, and prints time and checksum. */
    static void measure(int warmUpRounds, int rounds, Callable<Long> round) throws Exception {
        long checksum = 0;
        for (int i = 0; i < warmUpRounds; i++) {
            checksum = 31 * checksum + round.call();
        }
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            checksum = 31 * checksum + round.call();
        }
        long nanos = System.nanoTime() - start;
        System.out.println("time-ms " + nanos / 1_000_000);
        System.out.println("result " + checksum);
    }
}
