package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.ForceInline;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * What a thread has accessed of one array since it last synchronized: a bit for each element that was read, and
 * one for each that was written. It is checked as a whole before the thread synchronizes again. Only its thread looks at
 * it, but for the one that ends the JVM.
 *
 * <p>SlimState's footprints (Wilcox, Finch, Flanagan and Freund, 2015), by bits in place of ranges. Of a long array it
 * is a part, which moves. Elements of a short array are checked at once; its bits tell which have been.
 *
 * <p>A method keeps the footprints that its accesses were last in. Its first finds the one that it needs by the site, if it was that of the
 * site's last.
 */
public final class Footprint {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final long TURN = UNSAFE.objectFieldOffset(Footprint.class, "turn");
    /** How many elements the part is of, a power of two. */
    private static final int WINDOW = 1 << 16;
    /** How many footprints a thread has at hand at first, and at most; powers of two. */
    private static final int RECENT = 64;

    private static final int MOST_RECENT = 1 << 11;
    /** Of how many sites it knows where those are that they found last; a power of two. */
    private static final int SITES = 64;

    /** How many it has beside these, until they are needed. */
    private static final int MOST_SPARES = 1 << 9;

    /** Where an array has none, and at the end of spare ones. */
    static final Footprint NONE = new Footprint(null);
    /** How often the thread that ends the JVM tries to look at one that is being changed. */
    private static final int TRIES = 1000;

    /** What threads have at hand before their first. */
    static final Footprint[] NO_RECENT = none(1);

    static final char[] NO_PLACES = new char[SITES];

    /** Of the array; while no accesses are to be checked it may become another one's, or null while it is spare. */
    private ArrayShadow shadow;
    /** The thread's epoch, while bits stand for accesses in it; else 0. */
    private long epoch;
    /** Whether the thread has accesses to check. */
    private boolean isOpen;
    /** Whether the thread has it at hand, or had. */
    private boolean isAtHand;
    /** Of one that is spare, the next such one, or {@link #NONE}; else null. */
    private Footprint nextSpare;
    /** Odd while the thread changes more than bits: see {@link #checkAtEnd}. */
    private int turn;
    /** The first element of the part. */
    private int base;
    /** The array's stamp when a read was last noted, which it did not excuse. */
    private Stamp stamp;

    private Touched reads = Touched.NOTHING;
    private Touched writes = Touched.NOTHING;

    private Footprint(ArrayShadow shadow) {
        this.shadow = shadow;
    }

    private static Footprint[] none(int size) {
        Footprint[] none = new Footprint[size];
        for (int i = 0; i < none.length; i++) {
            none[i] = NONE;
        }
        return none;
    }

    /**
     * Checks the read of an element, now or before the thread synchronizes. {@code kept} is the footprint that the method's accesses from
     * the same source were last in, or null if it has made none; answers the one to be kept.
     */
    @ForceInline
    public static Footprint read(Object array, int index, ThreadState thread, int site, Footprint kept) {
        Footprint at = kept == null ? lastOf(site, thread) : kept;
        if (at.isNow(array, thread) && at.reads.addQuickly(index - at.base, site, at)) {
            return at;
        }
        return readSlowly(array, index, thread, site, kept);
    }

    @ForceInline
    public static Footprint write(Object array, int index, ThreadState thread, int site, Footprint kept) {
        Footprint at = kept == null ? lastOf(site, thread) : kept;
        if (at.isNow(array, thread) && at.writes.addQuickly(index - at.base, site, null)) {
            return at;
        }
        return writeSlowly(array, index, thread, site, kept);
    }

    /**
     * As {@link #read}, for those of several elements that the array has: a bit for each, from element {@code lowest} on. The thread has accessed
     * one of them and comes to the others next.
     */
    @ForceInline
    public static Footprint readSeveral(
            Object array, int lowest, long elements, ThreadState thread, int site, Footprint kept) {
        Footprint at = kept == null ? lastOf(site, thread) : kept;
        if (at.isNow(array, thread) && at.hasAll(lowest, elements)
                && at.reads.addQuickly(lowest - at.base, elements, site, at)) {
            return at;
        }
        return severalSlowly(false, array, lowest, elements, thread, site, kept);
    }

    @ForceInline
    public static Footprint writeSeveral(
            Object array, int lowest, long elements, ThreadState thread, int site, Footprint kept) {
        Footprint at = kept == null ? lastOf(site, thread) : kept;
        if (at.isNow(array, thread) && at.hasAll(lowest, elements)
                && at.writes.addQuickly(lowest - at.base, elements, site, null)) {
            return at;
        }
        return severalSlowly(true, array, lowest, elements, thread, site, kept);
    }

    /** Whether the array does not end before the highest of several elements. */
    @ForceInline
    private boolean hasAll(int lowest, long elements) {
        return lowest < shadow.length - highest(elements);
    }

    private static int highest(long elements) {
        return 63 - Long.numberOfLeadingZeros(elements);
    }

    @DontInline
    private static Footprint severalSlowly(
            boolean isWrite, Object array, int lowest, long elements, ThreadState thread, int site, Footprint kept) {
        int length = java.lang.reflect.Array.getLength(array);
        Footprint now = kept;
        for (int i = 0; i <= highest(elements); i++) {
            int index = lowest + i;
            // Behind the last int comes the lowest.
            if ((elements >>> i & 1) != 0 && index >= 0 && index < length) {
                now = isWrite ? write(array, index, thread, site, now) : read(array, index, thread, site, now);
            }
        }
        return now;
    }

    @DontInline
    private static Footprint readSlowly(Object array, int index, ThreadState thread, int site, Footprint kept) {
        Footprint found = find(array, thread, site, kept);
        if (found == null || found.epoch == thread.epoch && found.reads.addQuickly(index - found.base, site, found)) {
            return found;
        }
        try {
            found.shadow.read(index, thread, site, found);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
        return found;
    }

    @DontInline
    private static Footprint writeSlowly(Object array, int index, ThreadState thread, int site, Footprint kept) {
        Footprint found = find(array, thread, site, kept);
        if (found == null || found.epoch == thread.epoch && found.writes.addQuickly(index - found.base, site, null)) {
            return found;
        }
        try {
            found.shadow.write(index, thread, site, found);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
        return found;
    }

    /** The element of an array that a loop may be about to load, or null. */
    public static Object element(Object outer, int index) {
        Object[] elements = outer instanceof Object[] ? (Object[]) outer : null;
        return elements == null || index < 0 || index >= elements.length ? null : elements[index];
    }

    /**
     * Checks what a loop has read along an array, as {@link #read} does: at {@code factor * counter + offset}, since its counter was
     * {@code first}. In the present round, if {@code last} says that it came so far; if that is negative, the loop does not run.
     */
    @DontInline
    public static void readAlong(
            Object array, int first, int round, int last, int ordinal, int step, int factor, int offset,
            ThreadState thread, int site) {
        int count = rounds(array, first, round, last, ordinal, step);
        if (count > 0) {
            readAlong(array, factor * first + offset, count, factor * step, thread, site);
        }
    }

    @DontInline
    public static void writtenAlong(
            Object array, int first, int round, int last, int ordinal, int step, int factor, int offset,
            ThreadState thread, int site) {
        int count = rounds(array, first, round, last, ordinal, step);
        if (count > 0) {
            writtenAlong(array, factor * first + offset, count, factor * step, thread, site);
        }
    }

    /** Checks that a loop has read an element, perhaps again and again, if it has. */
    @DontInline
    public static void readAt(Object array, int index, boolean begun, ThreadState thread, int site) {
        if (begun) {
            read(array, index, thread, site, null);
        }
    }

    @DontInline
    public static void writtenAt(Object array, int index, boolean begun, ThreadState thread, int site) {
        if (begun) {
            write(array, index, thread, site, null);
        }
    }

    private static int rounds(Object array, int first, int round, int last, int ordinal, int step) {
        if (array == null || last < 0) {
            return 0;
        }
        int before = step == 1 ? round - first : (round - first) / step;
        return last >= ordinal ? before + 1 : before;
    }

    private static void readAlong(Object array, int first, int count, int stride, ThreadState thread, int site) {
        Footprint at = lastOf(site, thread);
        if (!at.isNow(array, thread) || !at.reads.addQuickly(first - at.base, count, stride, site, at)) {
            alongSlowly(false, array, first, count, stride, thread, site);
        }
    }

    private static void writtenAlong(Object array, int first, int count, int stride, ThreadState thread, int site) {
        Footprint at = lastOf(site, thread);
        if (!at.isNow(array, thread) || !at.writes.addQuickly(first - at.base, count, stride, site, null)) {
            alongSlowly(true, array, first, count, stride, thread, site);
        }
    }

    @DontInline
    private static void alongSlowly(
            boolean isWrite, Object array, int first, int count, int stride, ThreadState thread, int site) {
        Footprint footprint = find(array, thread, site, null);
        try {
            if (footprint != null) {
                footprint.shadow.check(isWrite, first, count, stride, thread, site, footprint);
            }
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
    }

    /**
     * Whether the bits that a loop keeps of an array have the element now: they had, or it may be added, and has been beside others.
     * Without bits, all elements are there.
     */
    @ForceInline
    public static boolean has(Object array, int index, Object known, long[] bits, boolean adds) {
        if (array != known) {
            return false;
        }
        if (bits == null) {
            return true;
        }
        int word = index >>> 6;
        if (word >= bits.length) {
            return false;
        }
        long bit = 1L << index;
        long neighbours = bits[word];
        if (adds && neighbours != 0) {
            // Whether it was there cannot be foreseen: a branch would cost more than the store.
            bits[word] = neighbours | bit;
            return true;
        }
        return (neighbours & bit) != 0;
    }

    /**
     * Whether a loop that has just got the bits by {@link #addRead} may add to them. The array may be stamped while the loop runs: as it only reads
     * plainly, it gets to what a constructor has left since by a race, which is told.
     */
    public static boolean addsRead(ThreadState thread, int site) {
        Footprint now = lastOf(site, thread);
        return now.reads.isFirst(site) && !now.isStampedAnew();
    }

    public static boolean addsWritten(ThreadState thread, int site) {
        return lastOf(site, thread).writes.isFirst(site);
    }

    /** As {@link #read}; answers the bits of elements that were read, as {@link #has} takes them, for a loop in which the thread does not synchronize. */
    @DontInline
    public static long[] addRead(Object array, int index, ThreadState thread, int site) {
        read(array, index, thread, site, null);
        Footprint now = lastOf(site, thread);
        return now.isWhole(array, thread) ? now.reads.lend(now.shadow.length) : Touched.NOTHING.bits();
    }

    @DontInline
    public static long[] addWritten(Object array, int index, ThreadState thread, int site) {
        write(array, index, thread, site, null);
        Footprint now = lastOf(site, thread);
        return now.isWhole(array, thread) ? now.writes.lend(now.shadow.length) : Touched.NOTHING.bits();
    }

    /** Whether it is of all the array's elements, in the thread's present epoch. */
    private boolean isWhole(Object of, ThreadState thread) {
        return isNow(of, thread) && shadow.length <= WINDOW;
    }

    /**
     * The footprint of the array, now at the thread's hand; null if the array is not checked. It is what the site finds next, unless the
     * method keeps what it has found.
     */
    private static Footprint find(Object array, ThreadState thread, int site, Footprint kept) {
        if (thread.inside > 0 || Memory.stopped()) {
            return null;
        }
        if (kept != null) {
            return kept.isOf(array) ? kept : of(array, thread);
        }
        Footprint footprint = lastOf(site, thread);
        if (!footprint.isOf(array)) {
            footprint = of(array, thread);
            if (footprint != null && footprint.isAtHand) {
                thread.places[site & SITES - 1] = (char) place(footprint.shadow.hash, thread);
            }
        }
        return footprint;
    }

    /** The one that the site found last, or another. */
    @ForceInline
    private static Footprint lastOf(int site, ThreadState thread) {
        return thread.recent[thread.places[site & SITES - 1]];
    }

    private static Footprint of(Object array, ThreadState thread) {
        int hash = System.identityHashCode(array);
        Footprint footprint = thread.recent[place(hash, thread)];
        if (footprint.isOf(array)) {
            return footprint;
        }
        ArrayShadow shadow = ArrayShadow.of(array, hash);
        try {
            return shadow == null || shadow.unchecked() ? null : make(shadow, thread);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return null;
        }
    }

    /** The thread's footprint of the array that has this shadow. */
    static Footprint of(ArrayShadow shadow, ThreadState thread) {
        Footprint footprint = thread.recent[place(shadow.hash, thread)];
        return footprint.shadow == shadow ? footprint : make(shadow, thread);
    }

    /** Where the thread has the footprint of an array at hand. */
    private static int place(int hash, ThreadState thread) {
        return hash & thread.recent.length - 1;
    }

    /**
     * A footprint for the array. In its place there may be that of another array, which the thread has not accessed since it last synchronized: then
     * it is this array's from now on, so that a thread has no more of them than it needs at a time, and these in its processor's caches.
     */
    @DontInline
    private static Footprint make(ArrayShadow shadow, ThreadState thread) {
        if (!shadow.lasts()) {
            return new Footprint(shadow);
        }
        makeRoom(thread);
        int place = place(shadow.hash, thread);
        Footprint footprint = thread.recent[place];
        if (footprint == NONE || footprint.isOpen) {
            footprint = takeSpare(thread);
            thread.recent[place] = footprint;
        }
        footprint.become(shadow);
        return footprint;
    }

    /** One that is closed, and not in the place of its array. */
    private static Footprint takeSpare(ThreadState thread) {
        if (thread.spare != NONE) {
            Footprint spare = thread.spare;
            thread.spare = spare.nextSpare;
            thread.spares--;
            spare.nextSpare = null;
            return spare;
        }
        Footprint fresh = new Footprint(null);
        fresh.isAtHand = true;
        return fresh;
    }

    /** If another one has its place, it may be the next that is needed. */
    private void giveBack(ThreadState thread) {
        if (shadow == null) {
            // It was closed before, and the stack ran out behind that.
            return;
        }
        boolean hasPlace = thread.recent[place(shadow.hash, thread)] == this;
        if (isAtHand && !hasPlace && nextSpare == null && thread.spares < MOST_SPARES) {
            beginChange();
            // The array may be gone.
            shadow = null;
            endChange();
            nextSpare = thread.spare;
            thread.spare = this;
            thread.spares++;
        }
    }

    private void become(ArrayShadow other) {
        beginChange();
        shadow = other;
        epoch = 0;
        base = 0;
        reads = reads.cleared(Math.min(other.length, WINDOW), other.hasShortCut);
        writes = writes.cleared(Math.min(other.length, WINDOW), other.hasShortCut);
        endChange();
    }

    private void beginChange() {
        turn = turn + 1 | 1;
        UNSAFE.storeFence();
    }

    private void endChange() {
        UNSAFE.putIntRelease(this, TURN, (turn | 1) + 1);
    }

    /** Called when a footprint was not at hand: gives the thread more room for them if that is too often so. */
    private static void makeRoom(ThreadState thread) {
        Footprint[] old = thread.recent;
        if (old == NO_RECENT) {
            thread.places = new char[SITES];
            thread.recent = none(RECENT);
        } else if (++thread.recentMisses > 2 * old.length && old.length < MOST_RECENT) {
            thread.recent = none(2 * old.length);
            thread.recentMisses = 0;
            for (Footprint footprint : old) {
                if (footprint != NONE) {
                    thread.recent[place(footprint.shadow.hash, thread)] = footprint;
                }
            }
        }
    }

    /** Whether it is the array's. */
    private boolean isOf(Object array) {
        return shadow != null && shadow.get() == array;
    }

    /** Whether it has the thread's accesses to the array in the present epoch. */
    @ForceInline
    private boolean isNow(Object array, ThreadState thread) {
        return epoch == thread.epoch && shadow.get() == array;
    }

    /**
     * Whether the array was stamped since a read was last noted: the stamp may excuse the next one, which must be looked at. Who reads what a
     * constructor left sees the stamp as well, as that was stored before the constructor ended.
     */
    @ForceInline
    boolean isStampedAnew() {
        return shadow.frozen != stamp;
    }

    /** Makes ready for accesses that will be checked later. */
    private void open(ThreadState thread) {
        if (!isOpen) {
            thread.note(this);
            isOpen = true;
        }
        epoch = thread.epoch;
    }

    /**
     * Notes accesses with a fixed stride, which will be checked later; false if these cannot be noted: they are to be checked at once, while
     * it is known whether a final field excuses them.
     */
    boolean note(boolean isWrite, int from, int count, int stride, ThreadState thread, int site) {
        if (!isWrite) {
            Stamp now = shadow.frozen;
            if (Frozen.mayExcuse(now, thread)) {
                return false;
            }
            stamp = now;
        }
        beginChange();
        boolean isNoted = add(isWrite, from, count, stride, thread, site);
        endChange();
        return isNoted;
    }

    private boolean add(boolean isWrite, int from, int count, int stride, ThreadState thread, int site) {
        try {
            open(thread);
            if (isWrite && writes == Touched.NOTHING) {
                writes = new Touched(Math.min(shadow.length, WINDOW));
            } else if (!isWrite && reads == Touched.NOTHING) {
                reads = new Touched(Math.min(shadow.length, WINDOW));
            }
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return true;
        }
        int to = from + (count - 1) * stride;
        if (from < base || from >= base + WINDOW) {
            check(thread);
            base = from & -WINDOW;
        }
        if (to < base || to >= base + WINDOW) {
            return false;
        }
        Touched touched = isWrite ? writes : reads;
        if (!touched.add(from - base, count, stride, site)) {
            check(thread);
            touched.add(from - base, count, stride, site);
        }
        return true;
    }

    /** Notes an access that was checked at once: it need not be in this epoch again. */
    void noteChecked(boolean isWrite, int index, ThreadState thread) {
        if (epoch != thread.epoch) {
            reads.clear();
            writes.clear();
            epoch = thread.epoch;
        }
        if (isWrite && writes == Touched.NOTHING) {
            writes = Touched.withoutSites(shadow.length);
        } else if (!isWrite && reads == Touched.NOTHING) {
            reads = Touched.withoutSites(shadow.length);
        }
        (isWrite ? writes : reads).addChecked(index);
    }

    private void check(ThreadState thread) {
        // What races with a read of an element that the thread has written too, races with the write.
        boolean writesSuffice = reads.isWithin(writes);
        if (!writes.isEmpty()) {
            thread.checkLate(shadow, true, writes, base);
            writes.clear();
        }
        if (!writesSuffice) {
            thread.checkLate(shadow, false, reads, base);
        }
        reads.clear();
    }

    /** Checks all, before the thread synchronizes. */
    void close(ThreadState thread) {
        beginChange();
        check(thread);
        epoch = 0;
        isOpen = false;
        endChange();
        giveBack(thread);
    }

    /**
     * Checks all, by the thread that ends the JVM, while the footprint's own thread may run on. That one is not held up, but for the array's
     * lock, which it takes before it checks or forgets what it has gathered.
     *
     * <p>Under the lock a copy is made, and taken if {@code turn} was even before and is the same after. Then it is of this array: what changes the
     * meaning of bits stands between an odd turn and the next even one. Its stores come after the odd one ({@code storeFence}) and before the
     * even one (release), and so do the loads of the copy between those of the turn (the lock, {@code loadFence}): a copy that has some of a
     * change, but not all, has seen two turns. And it stays true until the lock is left: had the thread gone on to check these accesses under
     * the lock before, its odd turn, stored before it took the lock, would show now; so it has to wait for the lock, and neither its
     * epoch nor its clock changes meanwhile. This rests on fences, and on what orders two holders of a lock, in any memory model. On x86 the fences
     * are none for the processor, which keeps the order of stores and of loads.
     */
    void checkAtEnd(ThreadState thread) {
        for (int i = 0; isOpen && !isCheckedAtEnd(shadow, thread) && i < TRIES; i++) {
            Spin.pause(i);
        }
    }

    @ReservedStackAccess
    private boolean isCheckedAtEnd(ArrayShadow of, ThreadState thread) {
        if (of == null) {
            // It has been closed meanwhile.
            return false;
        }
        of.lock();
        try {
            Footprint copy = copyOf(of);
            if (copy != null) {
                of.checkAtEnd(true, copy.writes, copy.base, thread);
                of.checkAtEnd(false, copy.reads, copy.base, thread);
            }
            return copy != null;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return true;
        } finally {
            of.unlock();
        }
    }

    /** A copy of what has been gathered of this array; null if its thread changes the footprint, or has. */
    private Footprint copyOf(ArrayShadow of) {
        int before = turn;
        UNSAFE.loadFence();
        Footprint copy = new Footprint(shadow);
        copy.base = base;
        if (isOpen) {
            copy.writes = writes.copy();
            copy.reads = reads.copy();
        }
        UNSAFE.loadFence();
        return copy.shadow == of && (before & 1) == 0 && turn == before ? copy : null;
    }
}
