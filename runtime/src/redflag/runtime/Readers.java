package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * The concurrent reads of an object's fields: the last of each field and thread, in one table for all, as who reads one field
 * of an object often reads others. Changed under {@code spin}; read without it by threads that look for their own entry.
 */
final class Readers {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Readers.class, "spin");

    volatile int spin;
    /** By hash: the field above the slot, 0 if free, and the epoch, 0 if there is none any more. */
    private volatile long[] table = new long[16];
    /** The sites, at half the index. */
    private int[] sites = new int[8];

    private int used;

    /** Whether the thread's read of a field in its present epoch is noted. */
    boolean has(int location, ThreadState thread) {
        long[] t = table;
        int at = find(t, key(location, thread.slot));
        return t[at + 1] == thread.epoch;
    }

    @ReservedStackAccess
    void note(int location, long epoch, int site) {
        long key = key(location, Epoch.slot(epoch));
        Spin.lock(this, SPIN);
        try {
            int at = find(table, key);
            if (table[at] == 0 && used * 4 >= sites.length * 3) {
                grow();
                at = find(table, key);
            }
            long[] t = table;
            used += t[at] == 0 ? 1 : 0;
            sites[at >> 1] = site;
            t[at + 1] = epoch;
            t[at] = key;
        } finally {
            Spin.unlock(this, SPIN);
        }
    }

    private void grow() {
        long[] old = table;
        int[] oldSites = sites;
        long[] more = new long[old.length * 2];
        int[] moreSites = new int[oldSites.length * 2];
        used = 0;
        for (int i = 0; i < old.length; i += 2) {
            if (old[i + 1] != 0) {
                int at = find(more, old[i]);
                more[at] = old[i];
                more[at + 1] = old[i + 1];
                moreSites[at >> 1] = oldSites[i >> 1];
                used++;
            }
        }
        sites = moreSites;
        table = more;
    }

    /** Where a read of the field is noted that the thread's time does not cover, or -1. */
    int uncovered(int location, ThreadState thread) {
        long[] t = table;
        for (int i = 0; i < t.length; i += 2) {
            if ((int) (t[i] >>> 32) == location && t[i + 1] != 0 && !thread.covers(t[i + 1])) {
                return i;
            }
        }
        return -1;
    }

    long epoch(int at) {
        return table[at + 1];
    }

    int site(int at) {
        return sites[at >> 1];
    }

    /** Forgets the reads of a field. */
    @ReservedStackAccess
    void clear(int location) {
        Spin.lock(this, SPIN);
        long[] t = table;
        for (int i = 0; i < t.length; i += 2) {
            if ((int) (t[i] >>> 32) == location) {
                t[i + 1] = 0;
            }
        }
        Spin.unlock(this, SPIN);
    }

    /** Never 0: slots count from 1 here. */
    private static long key(int location, int slot) {
        return (long) location << 32 | slot + 1;
    }

    /** Where the key is, or the free place for it. */
    private static int find(long[] t, long key) {
        int mask = t.length - 2;
        int at = ((int) (key >>> 34) * 5 + (int) key) << 1 & mask;
        while (t[at] != 0 && t[at] != key) {
            at = at + 2 & mask;
        }
        return at;
    }
}
