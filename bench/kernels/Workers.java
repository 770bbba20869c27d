/** A number of threads that share the work of a kernel. */
final class Workers {
    final int count;

    Workers(int count) {
        this.count = count;
    }

    /** What one of the workers does; the results are added up. */
    interface Work {
        long run(int worker) throws Exception;
    }

    /** Runs {@code work} once for each worker number, all at the same time; returns the sum of the results. */
    long inParallel(Work work) throws InterruptedException {
        long[] results = new long[count];
        Thread[] threads = new Thread[count];
        for (int worker = 0; worker < count; worker++) {
            int number = worker;
            threads[worker] = new Thread(() -> results[number] = surely(work, number), "worker-" + worker);
            threads[worker].start();
        }
        long sum = 0;
        for (int worker = 0; worker < count; worker++) {
            threads[worker].join();
            sum += results[worker];
        }
        return sum;
    }

    /** A failure ends the program at once: the other workers may wait for this one. */
    private static long surely(Work work, int worker) {
        try {
            return work.run(worker);
        } catch (Throwable failure) {
            failure.printStackTrace();
            Runtime.getRuntime().halt(1);
            return 0;
        }
    }

    /** Where the part of this worker begins, of {@code length} things in a row; it ends where the next one's begins. */
    int first(int worker, int length) {
        return (int) ((long) worker * length / count);
    }
}
