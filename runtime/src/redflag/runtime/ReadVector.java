package redflag.runtime;

/** The concurrent reads of elements with one history, one entry a thread. Used under the array's spin lock. */
final class ReadVector {
    private long[] epochs = new long[2];
    private int[] sites = new int[2];
    private int count;

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

    ReadVector copy() {
        ReadVector copy = new ReadVector();
        for (int i = 0; i < count; i++) {
            copy.note(epochs[i], sites[i]);
        }
        return copy;
    }

    /** Notes the same reads for an element of an array. */
    void noteAll(ReadPlanes planes, int index) {
        for (int i = 0; i < count; i++) {
            planes.note(index, epochs[i], sites[i]);
        }
    }
}
