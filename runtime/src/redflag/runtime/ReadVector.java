package redflag.runtime;

import redflag.runtime.jdk.DontInline;

/** The concurrent reads of elements with one history, one entry a thread. Used under the array's spin lock. */
final class ReadVector {
    private long[] epochs = new long[2];
    private int[] words = new int[2];
    /** Where {@code words} has 0; null if that is nowhere. */
    private Origins[] origins;
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

    /** The read of a thread, with where it was: for all elements {@code word}, or if that is 0 as {@code of} tells. */
    @DontInline
    void note(long epoch, int word, Origins of) {
        int slot = Epoch.slot(epoch);
        int at = 0;
        while (at < count && Epoch.slot(epochs[at]) != slot) {
            at++;
        }
        if (at == epochs.length) {
            grow();
        }
        if (of != null && origins == null) {
            origins = new Origins[epochs.length];
        }
        epochs[at] = epoch;
        words[at] = word;
        if (origins != null) {
            origins[at] = of;
        }
        count = Math.max(count, at + 1);
    }

    private void grow() {
        long[] moreEpochs = new long[count * 2];
        int[] moreWords = new int[count * 2];
        Origins[] moreOrigins = origins == null ? null : new Origins[count * 2];
        for (int i = 0; i < count; i++) {
            moreEpochs[i] = epochs[i];
            moreWords[i] = words[i];
            if (origins != null) {
                moreOrigins[i] = origins[i];
            }
        }
        epochs = moreEpochs;
        words = moreWords;
        origins = moreOrigins;
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

    int word(int index) {
        return words[index];
    }

    Origins origins(int index) {
        return origins == null ? null : origins[index];
    }

    ReadVector copy() {
        ReadVector copy = new ReadVector();
        for (int i = 0; i < count; i++) {
            copy.note(epochs[i], words[i], origins(i));
        }
        return copy;
    }

    /** Notes the same reads for an element of an array. */
    void noteAll(ReadPlanes planes, int index) {
        for (int i = 0; i < count; i++) {
            planes.note(index, epochs[i], words[i] != 0 ? words[i] : origins[i].word(index));
        }
    }
}
