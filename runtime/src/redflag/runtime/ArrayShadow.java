package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * The shadow of an array: its elements' histories in a {@link Palette}, or a write and a read epoch for each element. Exactly one
 * per array, entered in the table before its first use.
 */
public final class ArrayShadow extends Side {
    /** Longer arrays are not checked: their shadow would not fit an array. */
    private static final int MAX_LENGTH = 1 << 29;

    private static final int UNCHECKED = -1;

    private static final SideTable TABLE = new SideTable();
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(ArrayShadow.class, "spin");
    private static final long[] NO_EPOCHS = {};

    /** Whether arrays begin with a palette, and threads keep footprints of them. */
    private static final boolean COMPRESSED = Native.compressed();

    /** Shorter arrays have epochs for each element from the beginning. */
    private static final int SHORT = 32;
    /** Threads have footprints of a short array at hand when so many were asked for: most live for a moment. */
    private static final int FEW = 4;
    /** Footprints of fewer elements are not worth their while. */
    private static final int SMALL = 8;
    /** Of a longer array with epochs for each element a stamp does not look at them. */
    private static final int FEW_TO_STAMP = 64;
    /** So many more small footprints than others, and each element gets its own epochs. */
    private static final int PATIENCE = 32;

    /** How many arrays are not checked although checking goes on. Written under the table's spin lock. */
    private static volatile int uncheckedCount;

    volatile int spin;
    /** The array's, in a trace. */
    final int number;
    /** Of the array; negative if it is not checked. */
    final int length;
    /** Whether footprints tell which elements have been checked: of short arrays. */
    final boolean hasShortCut;
    /** Null if each element has its own epochs. Changes under {@code spin}. */
    private volatile Palette palette;
    /** The element's write epoch at 2i, its read epoch at 2i + 1. Spin bits in the write epochs. */
    long[] epochs = NO_EPOCHS;
    /** Sites, in the same places. */
    int[] sites;
    /** Shadows of the arrays that are this one's elements; entries are replaced without a lock. */
    private ArrayShadow[] rows;
    /** The concurrent reads; null if there were none yet. */
    volatile ReadPlanes planes;
    /** What {@link Frozen} says of it; null if nothing. */
    Stamp frozen;
    /**
     * Small footprints, less what is saved by the others; of a short array, footprints that were asked for. A guess, as threads count at
     * the same time.
     */
    private int small;

    private ArrayShadow(Object array, int hash, int length) {
        super(array, hash);
        number = Trace.ON ? Trace.numberOf(array) : 0;
        boolean compressed = COMPRESSED && length >= SHORT;
        boolean fits = length <= MAX_LENGTH && (compressed || Memory.room(24L * length));
        this.length = fits ? length : UNCHECKED;
        hasShortCut = COMPRESSED && !compressed;
        if (fits && compressed) {
            palette = new Palette(length);
        } else if (fits) {
            epochs = new long[2 * length];
            sites = new int[2 * length];
        }
    }

    /** The thread's read epoch of an element, if {@code shadow} is the array's and knows it; else 0. */
    public static long readEpoch(Object array, int index, ArrayShadow shadow, ThreadState thread) {
        if (shadow == null || shadow.get() != array) {
            return 0;
        }
        long[] e = shadow.epochs;
        int at = 2 * index + 1;
        long epoch = at >= 0 && at < e.length ? e[at] : 0;
        return epoch == thread.epoch || shadow.planes == null ? epoch : shadow.planes.epoch(thread.slot, index);
    }

    /** The write epoch of an element, if {@code shadow} is the array's and knows it; else 0. */
    public static long writeEpoch(Object array, int index, ArrayShadow shadow, ThreadState thread) {
        if (shadow == null || shadow.get() != array) {
            return 0;
        }
        long[] e = shadow.epochs;
        int at = 2 * index;
        return at >= 0 && at < e.length ? e[at] : 0;
    }

    /** Whether threads should have a footprint of it at hand, when one more was asked for. */
    boolean lasts() {
        return !hasShortCut || ++small > FEW;
    }

    /** The shadow of the array that is element {@code index} of the one that {@code outer} shadows. */
    public static ArrayShadow row(int index, Object row, ArrayShadow outer) {
        if (row == null || outer == null || outer.length <= 0) {
            return null;
        }
        ArrayShadow[] rows = outer.rows;
        if (rows != null) {
            ArrayShadow known = rows[index];
            if (known != null && known.get() == row) {
                return known;
            }
        }
        return find(index, row, outer);
    }

    private static ArrayShadow find(int index, Object row, ArrayShadow outer) {
        if (Memory.stopped()) {
            return null;
        }
        ArrayShadow shadow = of(row);
        ArrayShadow[] rows = outer.rows;
        if (rows == null && Memory.room(8L * outer.length)) {
            rows = new ArrayShadow[outer.length];
            outer.rows = rows;
        }
        if (rows != null) {
            rows[index] = shadow;
        }
        return shadow;
    }

    /** The array's shadow, if it has one. */
    static ArrayShadow known(Object array) {
        return (ArrayShadow) TABLE.findSurely(array, System.identityHashCode(array));
    }

    /** The shadows of its elements, if these are arrays, as far as they are known; or null. */
    ArrayShadow[] rows() {
        return rows;
    }

    /** The stamp that the array gets when the thread freezes it. */
    Stamp stamp(ThreadState thread, Stamp earlier) {
        Stamp stamp = get() instanceof Object[] ? Stamp.ofHolder(thread, earlier) : Stamp.of(thread);
        Stamp byPalette = palette == null ? null : stampByPalette(stamp, thread, earlier);
        if (byPalette != null) {
            return byPalette;
        }
        if (length > FEW_TO_STAMP) {
            return Stamp.ofAll(thread, earlier);
        }
        for (int i = 0; i < length; i++) {
            stamp = stamp.with(epochs[2 * i], thread, earlier);
        }
        return stamp;
    }

    @ReservedStackAccess
    private Stamp stampByPalette(Stamp own, ThreadState thread, Stamp earlier) {
        Spin.lock(this, SPIN);
        try {
            return palette == null ? null : palette.stamp(own, thread, earlier);
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    /** The array's shadow, which {@code cached} may be. */
    static ArrayShadow of(Object array, ArrayShadow cached) {
        return cached != null && cached.get() == array ? cached : of(array);
    }

    /** The array's shadow; null if there is no memory for it. */
    static ArrayShadow of(Object array) {
        return of(array, System.identityHashCode(array));
    }

    static ArrayShadow of(Object array, int hash) {
        Side found = TABLE.find(array, hash);
        if (found == null) {
            try {
                int length = java.lang.reflect.Array.getLength(array);
                found = TABLE.add(new ArrayShadow(array, hash, length), array);
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
            }
        }
        return (ArrayShadow) found;
    }

    /** Checks a read of an element, now or before the thread synchronizes. */
    void read(int index, ThreadState thread, int site) {
        if (palette != null && thread.optimistic != null) {
            giveEachItsOwn();
        }
        if (palette == null) {
            readNow(index, thread, site);
        } else {
            checkAll(false, index, index + 1, thread, site);
        }
    }

    /** As above, with the thread's footprint. */
    void read(int index, ThreadState thread, int site, Footprint footprint) {
        if (palette != null && thread.optimistic != null) {
            giveEachItsOwn();
        }
        if (palette == null) {
            readNow(index, thread, site);
            if (hasShortCut && thread.optimistic == null) {
                footprint.noteChecked(false, index, thread);
            }
        } else {
            check(false, index, 1, 1, thread, site, footprint);
        }
    }

    private void readNow(int index, ThreadState thread, int site) {
        int at = 2 * index + 1;
        if (at < epochs.length && epochs[at] != thread.epoch) {
            Detector.readElement(this, index, thread, site);
        }
    }

    /** Checks a write of an element, now or before the thread synchronizes. */
    void write(int index, ThreadState thread, int site) {
        if (palette == null) {
            writeNow(index, thread, site);
        } else {
            checkAll(true, index, index + 1, thread, site);
        }
    }

    /** As above, with the thread's footprint. */
    void write(int index, ThreadState thread, int site, Footprint footprint) {
        if (palette == null) {
            writeNow(index, thread, site);
            if (hasShortCut) {
                footprint.noteChecked(true, index, thread);
            }
        } else {
            check(true, index, 1, 1, thread, site, footprint);
        }
    }

    private void writeNow(int index, ThreadState thread, int site) {
        int at = 2 * index;
        if (at < epochs.length && epochs[at] != thread.epoch) {
            Detector.writeElement(this, index, thread, site);
        }
    }

    /** Checks elements that a thread has accessed with a fixed stride, now or before the thread synchronizes. */
    void check(boolean isWrite, int first, int count, int stride, ThreadState thread, int site, Footprint footprint) {
        if (palette == null || !isWrite && thread.optimistic != null) {
            for (int i = 0; i < count; i++) {
                checkOne(isWrite, first + i * stride, thread, site);
            }
            return;
        }
        if (EarlierStacks.wants(site)) {
            EarlierStacks.keep(thread, site, this, first, count, stride);
        }
        if (!footprint.note(isWrite, first, count, stride, thread, site)) {
            checkNow(isWrite, first, count, stride, thread, site);
        }
    }

    /** Checks a range of elements. */
    void checkAll(boolean isWrite, int from, int to, ThreadState thread, int site) {
        try {
            if (from < to) {
                check(isWrite, from, to - from, 1, thread, site, palette == null ? null : Footprint.of(this, thread));
            }
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
    }

    private void checkNow(boolean isWrite, int first, int count, int stride, ThreadState thread, int site) {
        Pass pass = thread.takePass().of(isWrite, site);
        boolean done = pass(pass, first, count, stride);
        pass.tell(this);
        thread.giveBack(pass);
        for (int i = done ? count : 0; i < count; i++) {
            checkOne(isWrite, first + i * stride, thread, site);
        }
    }

    /** Checks elements that the thread accessed some time ago. */
    void checkLate(boolean isWrite, Touched touched, int base, ThreadState thread) {
        small = Math.max(0, touched.isSmaller(SMALL) ? small + 1 : small - touched.extent());
        if (small > PATIENCE) {
            giveEachItsOwn();
        }
        Pass pass = thread.takePass().of(isWrite, touched, base);
        boolean done = pass(pass, touched, base);
        pass.tell(this);
        if (!done) {
            checkEach(pass, touched, base);
        }
        thread.giveBack(pass);
    }

    /** Checks elements that have epochs of their own by now. */
    private void checkEach(Pass pass, Touched touched, int base) {
        for (int at = touched.next(0); at >= 0; at = touched.next(at + 1)) {
            int index = base + at;
            int site = pass.word(index) & Races.SITE_MASK;
            if (pass.isWrite) {
                writeNow(index, pass.thread, site);
            } else {
                readNow(index, pass.thread, site);
            }
        }
    }

    private void checkOne(boolean isWrite, int index, ThreadState thread, int site) {
        if (isWrite) {
            write(index, thread, site);
        } else {
            read(index, thread, site);
        }
    }

    /** Under the lock: checks what another thread had put off when the JVM ended. */
    void checkAtEnd(boolean isWrite, Touched touched, int base, ThreadState thread) {
        if (touched.isEmpty()) {
            return;
        }
        Pass pass = new Pass(thread).of(isWrite, touched, base);
        boolean done = passLocked(pass, touched, base);
        pass.tell(this);
        if (!done) {
            checkEach(pass, touched, base);
        }
    }

    void lock() {
        Spin.lock(this, SPIN);
    }

    void unlock() {
        Spin.unlock(this, SPIN);
    }

    /**
     * Passes over elements by the palette; false if the array has none any more, with the elements left to check. Even then the lock was
     * taken: {@link Footprint#checkAtEnd} relies on it.
     */
    @ReservedStackAccess
    private boolean pass(Pass pass, int first, int count, int stride) {
        Spin.lock(this, SPIN);
        try {
            if (Memory.stopped()) {
                return true;
            }
            Palette now = withRoom();
            if (now != null) {
                now.check(pass, first, count, stride);
                if (Trace.ON) {
                    int last = first + (count - 1) * stride;
                    int end = Math.max(first, last) + 1;
                    Trace.range(this, pass.isWrite, Math.min(first, last), end, Math.abs(stride), pass.thread);
                }
            }
            return now != null;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return true;
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    @ReservedStackAccess
    private boolean pass(Pass pass, Touched touched, int base) {
        Spin.lock(this, SPIN);
        try {
            return passLocked(pass, touched, base);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return true;
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    private boolean passLocked(Pass pass, Touched touched, int base) {
        if (Memory.stopped()) {
            return true;
        }
        Palette now = withRoom();
        if (now != null) {
            now.check(pass, touched, base);
            if (Trace.ON) {
                trace(pass, touched, base);
            }
        }
        return now != null;
    }

    private void trace(Pass pass, Touched touched, int base) {
        int end;
        for (int at = touched.next(0); at >= 0; at = touched.next(end)) {
            end = touched.end(at);
            Trace.range(this, pass.isWrite, base + at, base + end, 1, pass.thread);
        }
    }

    /** Under the lock: the palette, if the array has one that can take another pass; else each element has its own epochs now. */
    private Palette withRoom() {
        Palette now = palette;
        if (now != null && !now.hasRoom()) {
            spread();
            now = palette;
        }
        return now;
    }

    @ReservedStackAccess
    private void giveEachItsOwn() {
        Spin.lock(this, SPIN);
        try {
            spread();
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    /** Under the lock: gives each element its own epochs; false if there is no memory for that. */
    private boolean spread() {
        Palette from = palette;
        if (from == null) {
            return true;
        }
        if (!Memory.room(24L * length)) {
            Memory.exhausted();
            return false;
        }
        long[] spreadEpochs = new long[2 * length];
        int[] spreadSites = new int[2 * length];
        ReadPlanes spreadPlanes = new ReadPlanes(length);
        from.spread(spreadEpochs, spreadSites, spreadPlanes);
        if (Locations.COUNTED) {
            Locations.made(length - from.used(), ThreadState.current());
        }
        planes = spreadPlanes;
        sites = spreadSites;
        epochs = spreadEpochs;
        palette = null;
        return true;
    }

    boolean unchecked() {
        return length == UNCHECKED;
    }

    static int uncheckedCount() {
        return uncheckedCount;
    }

    @Override
    void added() {
        if (unchecked() && !Memory.stopped()) {
            uncheckedCount++;
        }
        if (Locations.COUNTED && !unchecked()) {
            Locations.made(palette == null ? length : 1, ThreadState.current());
        }
    }

    @ReservedStackAccess
    ReadPlanes planes() {
        ReadPlanes p = planes;
        if (p == null) {
            Spin.lock(this, SPIN);
            p = planes;
            if (p == null) {
                p = new ReadPlanes(length);
                planes = p;
            }
            Spin.unlock(this, SPIN);
        }
        return p;
    }

    /** Forgets shadows of arrays that are no more; all of them if much memory was given out since. */
    static void forgetDead(long given) {
        TABLE.forgetDead(given);
    }

    /** Forgets all shadows; those still cached go on until they are asked for again. */
    static void forgetAll() {
        TABLE.clear();
    }
}
