package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * Races found: grouped by the pair of sites, reported once, counted ever after. One that comes again is
 * reported again if only then both stacks are known.
 */
final class Races {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Races.class, "spin");
    static final int SITE_MASK = (1 << 24) - 1;
    /** So often a race may come again and still be looked at for its stacks. */
    private static final int TRIES = 4096;
    private static final Races ALL = new Races();

    volatile int spin;
    /** Open addressing: pair of sites (0 is none) and how often it was seen. */
    private long[] pairs = new long[1 << 8];
    private long[] counts = new long[1 << 8];
    /** Whether it was reported with both stacks. */
    private boolean[] whole = new boolean[1 << 8];
    private int size;

    private Races() {}

    @ReservedStackAccess
    static void report(ThreadState thread, int site, Object owner, int location, long earlier, int earlierSite) {
        if (Trace.ON) {
            Trace.race(owner, location, thread);
        }
        // Not always the thread that made the access: see Footprint.checkAtEnd.
        ThreadState current = ThreadState.current();
        current.inside++;
        try {
            int here = site & SITE_MASK;
            int there = earlierSite & SITE_MASK;
            long count = ALL.add(here, there);
            if (count == 1) {
                EarlierStacks.raced(here);
                EarlierStacks.raced(there);
            }
            // Where the thread is now, if that is where it made the access.
            boolean isHere = !thread.isLate();
            String[] stack = isHere || count > TRIES ? null : kept(thread, thread.epoch, site, owner, location);
            String[] earlierStack = count > TRIES ? null : kept(stateOf(earlier), earlier, earlierSite, owner, location);
            boolean isWhole = (isHere || stack != null) && earlierStack != null && ALL.becomesWhole(here, there);
            if (count == 1 || isWhole) {
                String[] shown = isHere ? Stacks.text(Stacks.current()) : stack;
                tell(thread, here, shown, owner, location, earlier, earlierSite, earlierStack);
            }
            if (count > 1 && (count & (count - 1)) == 0) {
                Native.count(here, there, count);
            }
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        } finally {
            current.inside--;
        }
    }

    private static boolean isCurrent(ThreadState thread) {
        return thread == ThreadState.of(Thread.currentThread());
    }

    private static ThreadState stateOf(long epoch) {
        ThreadInfo thread = Slots.owner(epoch);
        return thread == null ? null : thread.state;
    }

    /** The stack of an access that a thread made in this epoch, if it was kept. */
    private static String[] kept(ThreadState thread, long epoch, int site, Object owner, int location) {
        EarlierStacks stacks = thread == null ? null : thread.stacks;
        long time = ThreadState.timeOf(epoch, site);
        return stacks == null ? null : stacks.of(time, site & SITE_MASK, owner, location);
    }

    private static void tell(
            ThreadState thread, int site, String[] stack, Object owner, int location,
            long earlier, int earlierSite, String[] earlierStack) {
        ThreadInfo other = Slots.owner(earlier);
        ThreadState state = stateOf(earlier);
        Clock[] locks = state == null ? null : state.locksAt(ThreadState.timeOf(earlier, earlierSite));
        Native.race(
                site,
                earlierSite & SITE_MASK,
                whole(owner, location),
                location,
                isCurrent(thread) ? Thread.currentThread().getName() : thread.info.name,
                other == null ? null : other.name,
                names(thread.locks()),
                names(locks),
                stack,
                earlierStack,
                Stacks.text(thread.info.created),
                other == null ? null : Stacks.text(other.created));
    }

    /** The class of the array or container that was accessed. */
    private static String whole(Object owner, int location) {
        if (location == Containers.LOCATION) {
            return Containers.shown(owner).getName();
        }
        Object array = owner instanceof ArrayShadow ? ((ArrayShadow) owner).get() : null;
        return array == null ? null : array.getClass().getName();
    }

    private static String[] names(Clock[] locks) {
        if (locks == null) {
            return null;
        }
        String[] names = new String[locks.length];
        int count = 0;
        for (int i = 0; i < locks.length; i++) {
            if (isFirst(locks, i)) {
                names[count++] = name(locks[i]);
            }
        }
        String[] distinct = new String[count];
        for (int i = 0; i < count; i++) {
            distinct[i] = names[i];
        }
        return distinct;
    }

    /** Whether a lock that may be held more than once does not stand before. */
    private static boolean isFirst(Clock[] locks, int index) {
        int i = 0;
        while (locks[i] != locks[index]) {
            i++;
        }
        return i == index;
    }

    /** The JDK's locks are known by the class that the program made, not by the part that has the clock. */
    private static String name(Clock lock) {
        String type = lock.type;
        int part = type.startsWith("java.util.concurrent.") ? type.indexOf('$') : -1;
        String shown = part < 0 ? type : type.substring(0, part);
        return shown.concat("#").concat(Integer.toString(lock.id()));
    }

    /** How often the pair was seen by now. */
    private long add(int site, int other) {
        long pair = pair(site, other);
        Spin.lock(this, SPIN);
        try {
            int at = find(pairs, pair);
            if (pairs[at] == 0) {
                if (size * 2 >= pairs.length) {
                    grow();
                    at = find(pairs, pair);
                }
                pairs[at] = pair;
                size++;
            }
            return ++counts[at];
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    /** Notes that the pair is reported with both stacks; whether it was not before. */
    private boolean becomesWhole(int site, int other) {
        Spin.lock(this, SPIN);
        int at = find(pairs, pair(site, other));
        boolean becomes = !whole[at];
        whole[at] = true;
        Spin.unlock(this, SPIN);
        return becomes;
    }

    private static long pair(int site, int other) {
        return (long) Math.min(site, other) << 24 | Math.max(site, other);
    }

    private static int find(long[] pairs, long pair) {
        int at = (int) (pair * 0x9E3779B97F4A7C15L >>> 40) & (pairs.length - 1);
        while (pairs[at] != 0 && pairs[at] != pair) {
            at = (at + 1) & (pairs.length - 1);
        }
        return at;
    }

    private void grow() {
        long[] morePairs = new long[pairs.length * 2];
        long[] moreCounts = new long[pairs.length * 2];
        boolean[] moreWhole = new boolean[pairs.length * 2];
        for (int i = 0; i < pairs.length; i++) {
            if (pairs[i] != 0) {
                int at = find(morePairs, pairs[i]);
                morePairs[at] = pairs[i];
                moreCounts[at] = counts[i];
                moreWhole[at] = whole[i];
            }
        }
        pairs = morePairs;
        counts = moreCounts;
        whole = moreWhole;
    }

    /** Pairs and counts of all races, for the end: site, site, count and so on. */
    static long[] all() {
        Spin.lock(ALL, SPIN);
        try {
            long[] result = new long[ALL.size * 3];
            int n = 0;
            for (int i = 0; i < ALL.pairs.length; i++) {
                if (ALL.pairs[i] != 0) {
                    result[n++] = ALL.pairs[i] >>> 24;
                    result[n++] = ALL.pairs[i] & SITE_MASK;
                    result[n++] = ALL.counts[i];
                }
            }
            return result;
        } finally {
            Spin.unlock(ALL, SPIN);
        }
    }
}
