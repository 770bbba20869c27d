package redflag.runtime;

import redflag.runtime.jdk.DontInline;

/** The concurrent reads of elements with one history, one entry a thread. Used under the array's spin lock. */
final class ReadVector {
    private long[] epochs = new long[2];
    private Origins[] origins = new Origins[2];
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

    @DontInline
    void note(long epoch, Origins of) {
        long[] e = epochs;
        int slot = Epoch.slot(epoch);
        for (int i = 0; i < count; i++) {
            if (Epoch.slot(e[i]) == slot) {
                e[i] = epoch;
                origins[i] = of;
                return;
            }
        }
        if (count == e.length) {
            long[] moreEpochs = new long[count * 2];
            Origins[] moreOrigins = new Origins[count * 2];
            for (int i = 0; i < count; i++) {
                moreEpochs[i] = e[i];
                moreOrigins[i] = origins[i];
            }
            e = moreEpochs;
            origins = moreOrigins;
        }
        e[count] = epoch;
        origins[count] = of;
        count++;
        epochs = e;
    }

    /** The elements now have others among them, which the pass has read too. */
    void admit(long epoch, Origins of, Pass pass) {
        for (int i = 0; i < count; i++) {
            if (epochs[i] == epoch && origins[i] != of) {
                origins[i] = pass.all();
            }
        }
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

    Origins origins(int index) {
        return origins[index];
    }

    ReadVector copy() {
        ReadVector copy = new ReadVector();
        for (int i = 0; i < count; i++) {
            copy.note(epochs[i], origins[i]);
        }
        return copy;
    }

    /** Notes the same reads for an element of an array. */
    void noteAll(ReadPlanes planes, int index) {
        for (int i = 0; i < count; i++) {
            planes.note(index, epochs[i], origins[i].word(index));
        }
    }
}
