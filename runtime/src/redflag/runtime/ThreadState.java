package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.ForceInline;
import redflag.runtime.jdk.JavaThread;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * A thread's clock and what else the detector knows of it; lives in a field of the thread itself.
 * Only the thread writes to it, except before it starts.
 *
 * <p>{@code others} may be shared with clocks that the thread released (see {@link Clock}); it is
 * copied before the next change then.
 */
public final class ThreadState {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final long HISTORY_NEXT = UNSAFE.objectFieldOffset(ThreadState.class, "historyNext");
    /** A power of two. */
    private static final int HISTORY = 512;
    private static final int MOST_FOOTPRINTS = 1 << 12;
    private static final int ACQUISITION = 1 << 24;
    /** The sign is left to {@link SharedReads}. */
    private static final int MAX_ACQUISITIONS = 127 << 24;

    /** Slot and clock, as stored in shadows; changes with every release. */
    public long epoch;
    /** Acquisitions since the clock last moved, above the site's bits: tells locksets of one epoch apart. */
    public int acquisitions;

    /** Accesses checked, if they are counted. */
    long accesses;
    /** Firings of the detector's rules, by {@link Rule} number. */
    final long[] rules = new long[Rule.COUNT];

    final int slot;
    /** Above zero while the runtime itself runs, or when the thread has ended: hooks do nothing. */
    int inside;
    final ThreadInfo info;
    long[] others;
    private boolean shared;
    /** Set when a new thread knows what its creator knew. */
    volatile boolean isKnown;
    /** Set by the thread's last action; {@code epoch} and {@code others} stay as they are then. */
    volatile boolean ended;
    /** Released by whoever interrupts this thread. */
    final Clock interrupts = new Clock(Thread.class);

    /** What the thread knew at its last release fence; null before the first. */
    Clock released;
    /** What its opaque reads would have told it, had they been volatile; null if that is nothing. */
    Clock seen;

    /** Null unless the thread reads optimistically. */
    Optimistic optimistic;
    /** In a trace: the number of its last read in an optimistic section. */
    int tentative;

    /** The call of a wrapper that has not locked yet; null if there is none. */
    Containers.LockedCall lockedCall;

    /** Some of the containers that it has read in this epoch, while others read them too. */
    Containers.Cell[] readCells;

    long readCellsEpoch;

    /** Its reads beside those of other threads, as {@link SharedReads} has them: number and epoch by turns. */
    long[] sharedReads = SharedReads.NONE;

    /** The number of the next field whose reads it makes concurrent; a new block begins where its last bits are 0. */
    int nextNumber;

    /** Whether it checks what it accessed some time ago, elsewhere. */
    private boolean isLate;

    /** Stacks of some of its accesses; null before the first. */
    EarlierStacks stacks;

    /** Of objects whose monitors it entered last, if they have no field for a header. */
    Side[] recentHeaders = Header.NO_RECENT;

    /** Of the arrays that it accessed last, by array. */
    Footprint[] recent = Footprint.NO_RECENT;

    /** By site: where among them that is which it found last. No references, of which collectors would want a record. */
    char[] places = Footprint.NO_PLACES;

    /** How often a footprint was not among them since they got their room. */
    int recentMisses;

    /** Of those that it has no longer at hand, the first that may become another array's; and how many there are. */
    Footprint spare = Footprint.NONE;

    int spares;

    /** What it has accessed of arrays and not yet checked. */
    private Footprint[] footprints = {};

    private int openFootprints;

    /** For its next check of an array; null while it is in use. */
    private Pass pass;

    private long[] frozenSeen = {};
    Object[] held = new Object[8];
    Clock[] heldClocks = new Clock[8];
    /** Whether the hold is that of a reader. */
    private boolean[] heldRead = new boolean[8];
    /** Which of the acquisitions in the history it was. */
    private int[] heldSince = new int[8];
    int depth;
    /** How many of the holds are of monitors: these are held by their object, other locks by their clock. */
    public int monitors;

    /** A ring of acquisitions: the lock, how many were held then, the time, and that of the release or 0. */
    private Clock[] historyLocks;
    private int[] historyDepths;
    private long[] historyTimes;
    private long[] historyEnds;
    /** Written by {@link #HISTORY_NEXT}, after the acquisition. */
    private volatile int historyNext;

    ThreadState(int slot, long clock, long[] others, ThreadInfo info) {
        this.slot = slot;
        this.epoch = Epoch.of(slot, clock);
        this.others = others;
        this.shared = true;
        this.info = info;
    }

    static ThreadState of(Thread thread) {
        return ((JavaThread) (Object) thread).$redflag$state;
    }

    static ThreadState current() {
        ThreadState state = of(Thread.currentThread());
        return state != null ? state : attach();
    }

    /** The state of a thread that nobody was seen to start: made by native code or by the JVM. */
    @ReservedStackAccess
    public static ThreadState attach() {
        Thread thread = Thread.currentThread();
        ThreadState state = of(thread);
        if (state == null) {
            state = Slots.adopt(thread);
            if (Trace.ON) {
                Trace.adopted(state);
            }
            ((JavaThread) (Object) thread).$redflag$state = state;
            Initializers.adopted(state);
            state.isKnown = true;
        }
        return state;
    }

    /** Whether this thread's time covers an epoch of a location or clock. */
    boolean covers(long e) {
        int s = Epoch.slot(e);
        long clock = Epoch.clock(e);
        if (s == slot) {
            return true;
        }
        long[] o = others;
        return s < o.length ? o[s] >= clock : clock == 0;
    }

    /**
     * As {@link #covers}, beside a read of a settled field. Flags make a slot that nobody has: then the answer is no, as it
     * may be for a field that was never written.
     */
    @ForceInline
    public static boolean knows(long written, ThreadState thread) {
        int s = (int) (written >>> Epoch.CLOCK_BITS);
        if (s == thread.slot) {
            return true;
        }
        long[] o = thread.others;
        return s < o.length && o[s] >= (written & Epoch.CLOCK_MASK);
    }

    boolean coversAll(long[] clocks) {
        long[] o = others;
        for (int i = 0; i < clocks.length; i++) {
            if (clocks[i] != 0 && i != slot && (i >= o.length || o[i] < clocks[i])) {
                return false;
            }
        }
        return true;
    }

    /** The thread has begun to use a footprint. */
    void note(Footprint footprint) {
        if (openFootprints == footprints.length) {
            if (openFootprints >= MOST_FOOTPRINTS) {
                settle();
            } else {
                Footprint[] more = new Footprint[Math.max(16, openFootprints * 2)];
                for (int i = 0; i < openFootprints; i++) {
                    more[i] = footprints[i];
                }
                footprints = more;
            }
        }
        footprints[openFootprints++] = footprint;
    }

    /**
     * A pass to check elements of an array with. It is the check's own until that gives it back: to tell of a race the thread may have to check
     * other arrays first.
     */
    Pass takePass() {
        Pass taken = pass;
        pass = null;
        return taken == null ? new Pass(this) : taken;
    }

    void giveBack(Pass taken) {
        pass = taken;
    }

    /** Before anything is acquired or released: checks what has been put off. */
    void settle() {
        if (openFootprints != 0) {
            settleFootprints();
        }
    }

    /** Checks elements that it accessed some time ago. */
    void checkLate(ArrayShadow shadow, boolean isWrite, Touched touched, int base) {
        isLate = true;
        try {
            shadow.checkLate(isWrite, touched, base, this);
        } finally {
            isLate = false;
        }
    }

    /**
     * Whether what is checked in its name was accessed some time ago, elsewhere: it does that itself before it synchronizes, or another thread
     * does as the JVM ends.
     */
    boolean isLate() {
        return isLate || this != current();
    }

    /** As {@link #settle}, by the thread that ends the JVM, while this one may run on. */
    void settleAtEnd() {
        Footprint[] all = footprints;
        for (int i = 0; i < openFootprints && i < all.length; i++) {
            if (all[i] != null) {
                all[i].checkAtEnd(this);
            }
        }
    }

    @DontInline
    private void settleFootprints() {
        rules[Rule.FOOTPRINT] += openFootprints;
        while (openFootprints > 0) {
            int last = openFootprints - 1;
            try {
                footprints[last].close(this);
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
            }
            // Until now the thread that ends the JVM looks for it here, and this one if its stack ran out meanwhile.
            footprints[last] = null;
            openFootprints = last;
        }
    }

    /** The thread ends: what it has at hand of arrays is of no use any more. */
    void forgetArrays() {
        places = Footprint.NO_PLACES;
        recent = Footprint.NO_RECENT;
        spare = Footprint.NONE;
        spares = 0;
        pass = null;
    }

    void tick() {
        epoch++;
        acquisitions = 0;
        if (optimistic != null) {
            optimistic.closeJudged();
        }
    }

    /** The others' components, not to be changed any more by anybody. */
    long[] share() {
        shared = true;
        return others;
    }

    @ReservedStackAccess
    void join(long[] clocks, long e) {
        int s = Epoch.slot(e);
        if (covers(e) && coversAll(clocks)) {
            return;
        }
        int length = Math.max(others.length, Math.max(clocks.length, s + 1));
        if ((shared || length > others.length) && !own(length)) {
            return;
        }
        long[] o = others;
        for (int i = 0; i < clocks.length; i++) {
            if (clocks[i] > o[i]) {
                o[i] = clocks[i];
            }
        }
        long clock = Epoch.clock(e);
        if (clock > o[s]) {
            o[s] = clock;
        }
    }

    /** Copies {@code others} into an array of this length that nobody else has; false without memory. */
    private boolean own(int length) {
        try {
            long[] copy = new long[length];
            for (int i = 0; i < others.length; i++) {
                copy[i] = others[i];
            }
            others = copy;
            shared = false;
            return true;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return false;
        }
    }

    /** Notes that a lock was acquired. */
    @ForceInline
    @ReservedStackAccess
    void push(Object object, Clock clock, boolean read) {
        if (depth == held.length && !growHeld()) {
            return;
        }
        held[depth] = object;
        heldClocks[depth] = clock;
        heldRead[depth] = read;
        heldSince[depth] = historyNext;
        depth++;
        if (object != clock) {
            monitors++;
        }
        countAcquisition();
        remember(clock);
    }

    /** Makes room for more locks; false without memory. */
    private boolean growHeld() {
        try {
            Object[] moreHeld = new Object[depth * 2];
            Clock[] moreClocks = new Clock[depth * 2];
            boolean[] moreRead = new boolean[depth * 2];
            int[] moreSince = new int[depth * 2];
            for (int i = 0; i < depth; i++) {
                moreHeld[i] = held[i];
                moreClocks[i] = heldClocks[i];
                moreRead[i] = heldRead[i];
                moreSince[i] = heldSince[i];
            }
            heldSince = moreSince;
            heldRead = moreRead;
            held = moreHeld;
            heldClocks = moreClocks;
            return true;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return false;
        }
    }

    void countAcquisition() {
        settle();
        if (acquisitions != MAX_ACQUISITIONS) {
            acquisitions += ACQUISITION;
        }
    }

    /** This thread has read data with this stamp. What it read before is not excused by that. */
    void sawFrozen(Stamp stamp) {
        sawFrozen(stamp.slot, stamp.time);
        for (int i = 0; stamp.known != null && i < stamp.known.length; i++) {
            if (stamp.known[i] != 0) {
                sawFrozen(i, endOf(stamp.known[i]));
            }
        }
    }

    private void sawFrozen(int slot, long time) {
        if (time <= frozenSeen(slot)) {
            return;
        }
        settle();
        if (slot >= frozenSeen.length) {
            try {
                long[] more = new long[slot + 8];
                for (int i = 0; i < frozenSeen.length; i++) {
                    more[i] = frozenSeen[i];
                }
                frozenSeen = more;
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
                return;
            }
        }
        frozenSeen[slot] = Math.max(frozenSeen[slot], time);
    }

    /** The latest time by which the thread in this slot had frozen data that this thread has read. */
    long frozenSeen(int slot) {
        return slot < frozenSeen.length ? frozenSeen[slot] : 0;
    }

    /** Whether the lock held at this index is held exclusively once more. */
    boolean holdsTwice(int index) {
        Clock clock = heldClocks[index];
        for (int i = depth - 1; i >= 0; i--) {
            if (i != index && heldClocks[i] == clock && !heldRead[i]) {
                return true;
            }
        }
        return false;
    }

    /** Index of the innermost hold that is one of a monitor, or -1. */
    int innermostMonitor() {
        int i = depth - 1;
        while (i >= 0 && held[i] == heldClocks[i]) {
            i--;
        }
        return i;
    }

    /** Index of the innermost hold of this object, as a reader or not, or -1. */
    int holdOf(Object object, boolean read) {
        int i = depth - 1;
        while (i >= 0 && (held[i] != object || heldRead[i] != read)) {
            i--;
        }
        return i;
    }

    /** Notes that the lock at this index was released; called after the clock moved. */
    @ForceInline
    @ReservedStackAccess
    void drop(int index) {
        if (held[index] != heldClocks[index]) {
            monitors--;
        }
        int since = heldSince[index];
        if (historyTimes != null && historyNext - since <= HISTORY) {
            historyEnds[since & (HISTORY - 1)] = time();
        }
        depth--;
        for (int i = index; i < depth; i++) {
            held[i] = held[i + 1];
            heldClocks[i] = heldClocks[i + 1];
            heldRead[i] = heldRead[i + 1];
            heldSince[i] = heldSince[i + 1];
        }
        held[depth] = null;
        heldClocks[depth] = null;
    }

    private void remember(Clock clock) {
        if (historyTimes == null && !makeHistory()) {
            return;
        }
        int next = historyNext;
        int at = next & (HISTORY - 1);
        historyLocks[at] = clock;
        historyDepths[at] = depth;
        historyTimes[at] = time();
        historyEnds[at] = 0;
        UNSAFE.putIntRelease(this, HISTORY_NEXT, next + 1);
    }

    private boolean makeHistory() {
        try {
            historyDepths = new int[HISTORY];
            historyLocks = new Clock[HISTORY];
            historyEnds = new long[HISTORY];
            historyTimes = new long[HISTORY];
            return true;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return false;
        }
    }

    /** Orders lock events and accesses of this thread: clock, then acquisitions within it. */
    long time() {
        return timeOf(epoch, acquisitions);
    }

    static long timeOf(long epoch, int siteWord) {
        return Epoch.clock(epoch) << 8 | siteWord >>> 24;
    }

    /** The end of an epoch, as such a time. */
    static long endOf(long epoch) {
        return timeOf(epoch, -1);
    }

    /** The clock in such a time. */
    static long clockOf(long time) {
        return time >>> 8;
    }

    /** The locks held now. */
    Clock[] locks() {
        Clock[] locks = new Clock[depth];
        for (int i = 0; i < depth; i++) {
            locks[i] = heldClocks[i];
        }
        return locks;
    }

    /**
     * The locks that this thread, whose events another one reads here, held at a time gone by; null
     * if that is no longer known.
     */
    Clock[] locksAt(long time) {
        int next = historyNext;
        int oldest = Math.max(0, next - HISTORY + 1);
        int last = next - 1;
        while (last >= oldest && historyTimes[last & (HISTORY - 1)] > time) {
            last--;
        }
        if (last < oldest) {
            return oldest == 0 ? new Clock[0] : null;
        }
        // Of what was held after the last acquisition before that time, some may have been released by then.
        long acquired = historyTimes[last & (HISTORY - 1)];
        int missing = historyDepths[last & (HISTORY - 1)];
        Clock[] found = new Clock[missing];
        int count = 0;
        for (int i = last; i >= oldest && missing > 0; i--) {
            int at = i & (HISTORY - 1);
            long end = historyEnds[at];
            if (i == last || end == 0 || end > acquired) {
                missing--;
                if (end == 0 || end > time) {
                    found[count++] = historyLocks[at];
                }
            }
        }
        boolean overwritten = historyNext - next > HISTORY / 2;
        return missing > 0 || overwritten ? null : reversed(found, count);
    }

    private static Clock[] reversed(Clock[] all, int count) {
        Clock[] reversed = new Clock[count];
        for (int i = 0; i < count; i++) {
            reversed[i] = all[count - 1 - i];
        }
        return reversed;
    }
}
