package redflag.runtime;

/**
 * Keeps the shadows from taking the memory that the program needs: when the heap stays full,
 * shadows are dropped and checking ends. The runtime's own failure to get memory ends it too; no such
 * error may reach the program.
 */
final class Memory {
    /** The part of the heap that is left to the program. */
    private static final int RESERVE_PERCENT = 10;
    /** What is free is looked at when shadows have taken this part of the heap since the last look. */
    private static final int STEPS = 32;
    private static final long LARGEST_STEP = 64L << 20;

    private static final long MOST = Runtime.getRuntime().maxMemory();
    private static final long STEP = Math.min(LARGEST_STEP, MOST / STEPS);

    private static volatile boolean stopped;
    /** Given out since the last look; threads may overwrite each other's additions. */
    private static long given;

    private Memory() {}

    static boolean stopped() {
        return stopped;
    }

    /** Whether a shadow of this size fits. */
    static boolean room(long bytes) {
        given += bytes;
        if (stopped || given < STEP) {
            return !stopped;
        }
        Runtime runtime = Runtime.getRuntime();
        ArrayShadow.forgetDead(given);
        given = 0;
        long reserve = MOST / 100 * RESERVE_PERCENT;
        if (free(runtime) - bytes > reserve) {
            return true;
        }
        if (bytes > MOST / 4) {
            return false;
        }
        // What is free now says little before a collection: ask for one, then decide.
        System.gc();
        ArrayShadow.forgetDead(Long.MAX_VALUE);
        if (free(runtime) - bytes > reserve) {
            return true;
        }
        stop("the heap stayed full after a collection");
        return false;
    }

    private static long free(Runtime runtime) {
        return MOST - runtime.totalMemory() + runtime.freeMemory();
    }

    /** The runtime itself found no memory. */
    static void exhausted() {
        stop("there was no memory for what the runtime has to remember");
    }

    static void tooManyThreads() {
        stop("more threads ran at once than can be told apart");
    }

    private static void stop(String reason) {
        if (!stopped) {
            stopped = true;
            ArrayShadow.forgetAll();
            Native.stopped(reason);
        }
    }
}
