package redflag.runtime;

/**
 * How many shadow locations were made, if that is asked for: states in which the history of something is kept. One for each field and
 * container from its first access on that left a trace there; one for each element of an array that has epochs of its own; and of an array
 * with a {@link Palette} as many as it had different histories at a time.
 */
final class Locations {
    /** A constant to the JIT. */
    static final boolean COUNTED = Native.countsLocations();

    private Locations() {}

    static void made(int count, ThreadState thread) {
        thread.rules[Rule.LOCATION] += count;
    }
}
