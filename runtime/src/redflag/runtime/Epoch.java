package redflag.runtime;

/**
 * An epoch names a thread's time: <pre>
 *   bit 63      the location's spin lock (in a write epoch in memory only)
 *   bit 62      the location's reads are in a read vector (in a write epoch in memory only)
 *   bits 42-61  the thread's slot
 *   bits 0-41   the thread's clock, from 1
 * </pre>
 * 0 stands for "never". 42 bits of clock last half a day at 100 million releases a second.
 */
final class Epoch {
    static final int CLOCK_BITS = 42;
    static final long CLOCK_MASK = (1L << CLOCK_BITS) - 1;
    static final long LOCKED = 1L << 63;
    static final long SHARED = 1L << 62;
    static final long FLAGS = LOCKED | SHARED;
    static final int MAX_SLOTS = 1 << (62 - CLOCK_BITS);

    private Epoch() {}

    static long of(int slot, long clock) {
        return (long) slot << CLOCK_BITS | clock;
    }

    static int slot(long epoch) {
        return (int) ((epoch & ~FLAGS) >>> CLOCK_BITS);
    }

    static long clock(long epoch) {
        return epoch & CLOCK_MASK;
    }
}
