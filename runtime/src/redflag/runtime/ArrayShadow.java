package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * The shadow of an array: a write and a read epoch for each element. Exactly one per array, entered
 * in the table before its first use.
 */
public final class ArrayShadow extends Side {
    /** Longer arrays are not checked: their shadow would not fit an array. */
    private static final int MAX_LENGTH = 1 << 29;

    private static final SideTable TABLE = new SideTable();
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(ArrayShadow.class, "spin");
    private static final long[] NO_EPOCHS = {};

    /** How many arrays are not checked although checking goes on. Written under the table's spin lock. */
    private static volatile int uncheckedCount;

    volatile int spin;
    /** The element's write epoch at 2i, its read epoch at 2i + 1. Spin bits in the write epochs. */
    final long[] epochs;
    /** Sites, in the same places. */
    final int[] sites;
    /** Shadows of the arrays that are this one's elements; entries are replaced without a lock. */
    private ArrayShadow[] rows;
    /** The concurrent reads; null if there were none yet. */
    volatile ReadPlanes planes;
    /** The stamp of {@link Frozen}. */
    long frozen;

    private ArrayShadow(Object array, int hash, int length) {
        super(array, hash);
        boolean checked = length <= MAX_LENGTH && Memory.room(24L * length);
        epochs = checked ? new long[2 * length] : NO_EPOCHS;
        sites = checked ? new int[2 * length] : null;
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
    public static long writeEpoch(Object array, int index, ArrayShadow shadow) {
        if (shadow == null || shadow.get() != array) {
            return 0;
        }
        long[] e = shadow.epochs;
        int at = 2 * index;
        return at >= 0 && at < e.length ? e[at] : 0;
    }

    /** The shadow of the array that is element {@code index} of the one that {@code outer} shadows. */
    public static ArrayShadow row(int index, Object row, ArrayShadow outer) {
        if (row == null || outer == null || outer.epochs == NO_EPOCHS) {
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
        if (rows == null && Memory.room(4L * outer.epochs.length)) {
            rows = new ArrayShadow[outer.epochs.length / 2];
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

    /** Stamps the array and the arrays that are its elements. */
    void freeze(long stamp) {
        frozen = stamp;
        ArrayShadow[] r = rows;
        for (int i = 0; r != null && i < r.length; i++) {
            if (r[i] != null) {
                r[i].freeze(stamp);
            }
        }
    }

    /** The array's shadow, which {@code cached} may be. */
    static ArrayShadow of(Object array, ArrayShadow cached) {
        return cached != null && cached.get() == array ? cached : of(array);
    }

    /** The array's shadow; null if there is no memory for it. */
    static ArrayShadow of(Object array) {
        int hash = System.identityHashCode(array);
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

    boolean unchecked() {
        return epochs == NO_EPOCHS;
    }

    static int uncheckedCount() {
        return uncheckedCount;
    }

    @Override
    void added() {
        if (unchecked() && !Memory.stopped()) {
            uncheckedCount++;
        }
    }

    @ReservedStackAccess
    ReadPlanes planes() {
        ReadPlanes p = planes;
        if (p == null) {
            Spin.lock(this, SPIN);
            p = planes;
            if (p == null) {
                p = new ReadPlanes(epochs.length / 2);
                planes = p;
            }
            Spin.unlock(this, SPIN);
        }
        return p;
    }

    /** Forgets the shadows of arrays that are no more. */
    static void forgetDead() {
        TABLE.forgetDead();
    }

    /** Forgets all shadows; those still cached go on until they are asked for again. */
    static void forgetAll() {
        TABLE.clear();
    }
}
