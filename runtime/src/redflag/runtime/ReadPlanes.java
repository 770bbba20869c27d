package redflag.runtime;

/**
 * The concurrent reads of an array's elements: for each thread that read so, a plane with its read
 * epoch of each element, 0 if none. A plane's element changes only under that element's spin lock; its
 * thread reads it without. Planes are added under {@code spin}.
 */
final class ReadPlanes {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(ReadPlanes.class, "spin");

    volatile int spin;
    private final int length;
    private volatile long[][] epochs = new long[4][];
    private int[][] sites = new int[4][];

    ReadPlanes(int length) {
        this.length = length;
    }

    long epoch(int slot, int index) {
        long[][] e = epochs;
        long[] plane = slot < e.length ? e[slot] : null;
        return plane == null ? 0 : plane[index];
    }

    int site(int slot, int index) {
        return sites[slot][index];
    }

    /** Slot of a thread whose read of the element is not covered, or -1. */
    int uncovered(int index, ThreadState thread) {
        long[][] e = epochs;
        for (int slot = 0; slot < e.length; slot++) {
            if (e[slot] != null && e[slot][index] != 0 && !thread.covers(e[slot][index])) {
                return slot;
            }
        }
        return -1;
    }

    void clear(int index) {
        long[][] e = epochs;
        for (int slot = 0; slot < e.length; slot++) {
            if (e[slot] != null) {
                e[slot][index] = 0;
            }
        }
    }

    void note(int index, long epoch, int site) {
        int slot = Epoch.slot(epoch);
        long[][] e = epochs;
        if (slot >= e.length || e[slot] == null) {
            if (!add(slot)) {
                return;
            }
            e = epochs;
        }
        sites[slot][index] = site;
        e[slot][index] = epoch;
    }

    /** Makes the plane of a slot; false if there is no memory for it, and checking has stopped. */
    private boolean add(int slot) {
        if (!Memory.room(12L * length)) {
            Memory.exhausted();
            return false;
        }
        Spin.lock(this, SPIN);
        try {
            long[][] e = epochs;
            if (slot >= e.length) {
                long[][] moreEpochs = new long[slot + 4][];
                int[][] moreSites = new int[slot + 4][];
                for (int i = 0; i < e.length; i++) {
                    moreEpochs[i] = e[i];
                    moreSites[i] = sites[i];
                }
                sites = moreSites;
                e = moreEpochs;
            }
            if (e[slot] == null) {
                sites[slot] = new int[length];
                e[slot] = new long[length];
            }
            epochs = e;
            return true;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return false;
        } finally {
            Spin.unlock(this, SPIN);
        }
    }
}
