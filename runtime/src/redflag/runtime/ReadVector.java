package redflag.runtime;

/**
 * The concurrent reads of one location, one entry a thread. Changed only under the location's spin
 * lock; read without it, by threads that look for their own entry.
 */
final class ReadVector {
    final int location;
    /** Set before others see this. */
    ReadVector next;
    private volatile long[] epochs = new long[2];
    private int[] sites = new int[2];
    private int count;

    ReadVector(int location) {
        this.location = location;
    }

    /** Whether this very epoch is noted. */
    boolean has(long epoch) {
        long[] e = epochs;
        for (int i = 0; i < e.length; i++) {
            if (e[i] == epoch) {
                return true;
            }
        }
        return false;
    }

    void note(long epoch, int site) {
        long[] e = epochs;
        int slot = Epoch.slot(epoch);
        for (int i = 0; i < count; i++) {
            if (Epoch.slot(e[i]) == slot) {
                e[i] = epoch;
                sites[i] = site;
                return;
            }
        }
        if (count == e.length) {
            long[] moreEpochs = new long[count * 2];
            int[] moreSites = new int[count * 2];
            for (int i = 0; i < count; i++) {
                moreEpochs[i] = e[i];
                moreSites[i] = sites[i];
            }
            e = moreEpochs;
            sites = moreSites;
        }
        e[count] = epoch;
        sites[count] = site;
        count++;
        epochs = e;
    }

    /** Index of a read that the thread's time does not cover, or -1. */
    int uncovered(ThreadState thread) {
        for (int i = 0; i < count; i++) {
            if (!thread.covers(epochs[i])) {
                return i;
            }
        }
        return -1;
    }

    long epoch(int index) {
        return epochs[index];
    }

    int site(int index) {
        return sites[index];
    }

    void clear() {
        long[] e = epochs;
        for (int i = 0; i < count; i++) {
            e[i] = 0;
        }
        epochs = e;
        count = 0;
    }
}
