package redflag.runtime;

/** What reports say of a thread; outlives it. Threads that used the same slot before are chained. */
final class ThreadInfo {
    private static final int CHAIN = 256;

    /** Tells threads apart, also those that used the same slot. */
    final int number;

    final long firstClock;
    final ThreadInfo previous;
    final int chain;
    /** Where it was started; null if unknown, {@link Stacks#NONE} if the JVM started it. */
    final StackTraceElement[] created;
    /** As last known. */
    volatile String name;
    /** Until another thread takes the slot: an ended thread's locks may still be asked for. */
    volatile ThreadState state;

    ThreadInfo(String name, long firstClock, StackTraceElement[] created, ThreadInfo previous, int number) {
        this.number = number;
        this.name = name;
        this.firstClock = firstClock;
        this.created = created;
        boolean keep = previous != null && previous.chain < CHAIN;
        this.previous = keep ? previous : null;
        this.chain = keep ? previous.chain + 1 : 0;
        if (previous != null) {
            previous.state = null;
        }
    }
}
