package redflag.runtime;

/** What the agent calls, or {@code Offline} in its place. */
final class Agent {
    private Agent() {}

    /** The JVM is up: from now on hooks work. Called by the main thread. */
    static void start() {
        ThreadState main = ThreadState.attach();
        main.inside++;
        // Link what the detector needs while nothing depends on it.
        Memory.room(0);
        Races.all();
        Native.dereferenced(0);
        Arrays.base(Long.BYTES);
        Stacks.text(Stacks.creation());
        Trace.flush();
        main.inside--;
        Sync.ready = true;
    }

    /** The JVM ends. */
    static void end() {
        Slots.settleAll();
        Trace.flush();
    }

    /** Pairs of sites with their counts: site, site, count and so on. */
    static long[] races() {
        return Races.all();
    }

    /** In the order of the agent's names for them. */
    static long[] counters() {
        long[] counts = Slots.counts();
        long[] all = new long[counts.length + 5];
        for (int i = 0; i < counts.length; i++) {
            all[i] = counts[i];
        }
        all[counts.length] = Slots.count();
        all[counts.length + 1] = Slots.retired();
        all[counts.length + 2] = ArrayShadow.uncheckedCount();
        all[counts.length + 3] = EarlierStacks.kept();
        all[counts.length + 4] = EarlierStacks.micros();
        return all;
    }
}
