package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * Which thread has which slot. A new thread takes a finished thread's slot as soon as its creator's
 * clock covers the slot's last clock, and goes on counting there: whoever knows the new thread's time
 * then knows the old one's end, so one component serves both.
 */
final class Slots {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Slots.class, "spin");
    private static final Slots ALL = new Slots();
    private static final long[] NOBODY = {};
    /** So many slots of finished threads may wait for somebody who knows of their end. */
    private static final int WAITING = 4096;

    /** So many of the newest and of the oldest free slots are tried for one that the creator covers. */
    private static final int TRIES = 64;

    volatile int spin;
    private int count;
    /** How many threads there were. */
    private int threads;
    private int running;
    private ThreadInfo[] owners = new ThreadInfo[64];
    private long[] lastClocks = new long[64];
    private int[] free = new int[64];
    private int freeCount;
    private long retired;
    /** What threads that have ended had counted. */
    private final long[] ended = new long[1 + Rule.COUNT];

    private Slots() {}

    /** How many threads are known to run. */
    static int running() {
        return ALL.running;
    }

    static int count() {
        return ALL.count;
    }

    /** A state for the child, which knows all that the parent knows now. */
    static ThreadState fork(ThreadState parent, Thread child) {
        EarlierStacks.begin();
        parent.settle();
        ThreadState state = ALL.take(parent, child.getName(), Stacks.creation());
        if (Trace.ON) {
            Trace.fork(parent, state);
        }
        state.join(parent.share(), parent.epoch);
        state.isKnown = true;
        parent.tick();
        return state;
    }

    /** The JVM ends: checks what threads that still run have put off. */
    static void settleAll() {
        for (int i = 0; i < ALL.count; i++) {
            ThreadInfo info = ALL.owners[i];
            ThreadState state = info == null ? null : info.state;
            if (state != null && !state.ended) {
                state.settleAtEnd();
            }
        }
    }

    static ThreadState adopt(Thread thread) {
        return ALL.take(null, thread.getName(), Stacks.NONE);
    }

    /** What all threads counted: accesses, then the firings of each rule. */
    static long[] counts() {
        Spin.lock(ALL, SPIN);
        long[] sums = new long[1 + Rule.COUNT];
        add(ALL.ended, sums);
        for (int i = 0; i < ALL.count; i++) {
            ThreadState state = ALL.owners[i] == null ? null : ALL.owners[i].state;
            if (state != null && !state.ended) {
                add(state, sums);
            }
        }
        Spin.unlock(ALL, SPIN);
        return sums;
    }

    private static void add(ThreadState state, long[] sums) {
        sums[0] += state.accesses;
        for (int i = 0; i < Rule.COUNT; i++) {
            sums[i + 1] += state.rules[i];
        }
    }

    private static void add(long[] counts, long[] sums) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] += counts[i];
        }
    }

    static void end(ThreadState state) {
        ALL.give(state);
    }

    /** Whether all running threads know of this epoch; no if one is just being made. */
    @ReservedStackAccess
    static boolean allCover(long epoch) {
        Spin.lock(ALL, SPIN);
        boolean all = true;
        for (int i = 0; i < ALL.count; i++) {
            ThreadInfo info = ALL.owners[i];
            ThreadState state = info == null ? null : info.state;
            all &= state != null && (state.ended || state.isKnown && state.covers(epoch));
        }
        Spin.unlock(ALL, SPIN);
        return all;
    }

    /** Who had the slot at that time, or null. */
    static ThreadInfo owner(long epoch) {
        ThreadInfo info = ALL.owners[Epoch.slot(epoch)];
        while (info != null && info.firstClock > Epoch.clock(epoch)) {
            info = info.previous;
        }
        return info;
    }

    @ReservedStackAccess
    private ThreadState take(ThreadState parent, String name, StackTraceElement[] created) {
        int slot;
        long clock = 1;
        ThreadState old;
        ThreadInfo info;
        Spin.lock(this, SPIN);
        try {
            long retiredBefore = retired;
            slot = reusable(parent);
            if (slot < 0 && count == Epoch.MAX_SLOTS) {
                Memory.tooManyThreads();
                slot = count - 1;
            }
            old = slot >= 0 && retired != retiredBefore ? owners[slot].state : null;
            if (slot >= 0) {
                clock = lastClocks[slot] + 1;
            } else {
                if (count == owners.length) {
                    grow();
                }
                slot = count++;
            }
            info = new ThreadInfo(name, clock, created, owners[slot], ++threads);
            owners[slot] = info;
            running++;
        } finally {
            Spin.unlock(this, SPIN);
        }
        ThreadState state = new ThreadState(slot, clock, NOBODY, info);
        if (old != null) {
            // Whoever knows the new thread's time passes for knowing the old one's end, and what that knew.
            state.join(old.others, old.epoch);
        }
        info.state = state;
        return state;
    }

    private int reusable(ThreadState parent) {
        if (parent == null) {
            return -1;
        }
        // Whoever starts and joins one thread after another knows the end of the last; whoever joins
        // many when all are started, that of the first.
        int newest = Math.max(0, freeCount - TRIES);
        for (int i = freeCount - 1; i >= newest; i--) {
            if (coversFree(parent, i)) {
                return takeFree(i);
            }
        }
        int oldest = Math.min(newest, TRIES);
        for (int i = 0; i < oldest; i++) {
            if (coversFree(parent, i)) {
                return takeFree(i);
            }
        }
        boolean full = count == Epoch.MAX_SLOTS && freeCount > 0;
        return freeCount < WAITING && !full ? -1 : retire();
    }

    private boolean coversFree(ThreadState parent, int index) {
        int slot = free[index];
        return parent.covers(Epoch.of(slot, lastClocks[slot]));
    }

    private int takeFree(int index) {
        int slot = free[index];
        freeCount--;
        for (int i = index; i < freeCount; i++) {
            free[i] = free[i + 1];
        }
        return slot;
    }

    /**
     * Gives the slot of the thread that ended first to one that does not know of its end. Races with the
     * old thread's last accesses may be missed from now on.
     */
    private int retire() {
        retired++;
        return takeFree(0);
    }

    static long retired() {
        return ALL.retired;
    }

    @ReservedStackAccess
    private void give(ThreadState state) {
        Spin.lock(this, SPIN);
        try {
            lastClocks[state.slot] = Epoch.clock(state.epoch);
            add(state, ended);
            running--;
            if (freeCount == free.length) {
                int[] more = new int[freeCount * 2];
                for (int i = 0; i < freeCount; i++) {
                    more[i] = free[i];
                }
                free = more;
            }
            free[freeCount++] = state.slot;
        } catch (OutOfMemoryError full) {
            // The slot is not used again.
            Memory.exhausted();
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    private void grow() {
        ThreadInfo[] moreOwners = new ThreadInfo[count * 2];
        long[] moreClocks = new long[count * 2];
        for (int i = 0; i < owners.length; i++) {
            moreOwners[i] = owners[i];
            moreClocks[i] = lastClocks[i];
        }
        owners = moreOwners;
        lastClocks = moreClocks;
    }
}
