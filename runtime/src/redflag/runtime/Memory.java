package redflag.runtime;

/**
 * Keeps the shadows from taking the memory that the program needs: when the heap stays full,
 * shadows are dropped and checking ends.
 */
final class Memory {
    /** The part of the heap that is left to the program. */
    private static final int RESERVE_PERCENT = 10;

    private static volatile boolean stopped;

    private Memory() {}

    static boolean stopped() {
        return stopped;
    }

    /** Whether a shadow of this size fits. */
    static boolean room(long bytes) {
        if (stopped) {
            return false;
        }
        Runtime runtime = Runtime.getRuntime();
        long max = runtime.maxMemory();
        long reserve = max / 100 * RESERVE_PERCENT;
        if (free(runtime, max) - bytes > reserve) {
            return true;
        }
        if (bytes > max / 4) {
            return false;
        }
        // What is free now says little before a collection: ask for one, then decide.
        System.gc();
        if (free(runtime, max) - bytes > reserve) {
            return true;
        }
        stop();
        return false;
    }

    private static long free(Runtime runtime, long max) {
        return max - runtime.totalMemory() + runtime.freeMemory();
    }

    static void stop() {
        if (!stopped) {
            stopped = true;
            ArrayShadow.forgetAll();
            Native.stopped("the heap stayed full after a collection");
        }
    }
}
