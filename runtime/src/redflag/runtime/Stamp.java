package redflag.runtime;

/**
 * What had been written to an object or array when it was frozen, see {@link Frozen}: a list that has for some threads the
 * time up to which their writes are safe.
 */
final class Stamp {
    /** A longer list is made anew, without threads that have not written there. */
    private static final int MOST = 16;

    final int slot;
    /** As {@link ThreadState#timeOf} has it. Grows, by the thread itself, if it freezes the same object again. */
    long time;

    final Stamp next;

    private Stamp(int slot, long time, Stamp next) {
        this.slot = slot;
        this.time = time;
        this.next = next;
    }

    /** All that the thread has written so far. */
    static Stamp of(ThreadState thread) {
        return new Stamp(thread.slot, thread.time(), null);
    }

    /** As {@link #of}, beside an earlier stamp, which has all that was written there; that one itself if it can be. */
    static Stamp beside(Stamp earlier, ThreadState thread) {
        int length = 0;
        for (Stamp s = earlier; s != null; s = s.next) {
            if (s.slot == thread.slot) {
                s.time = thread.time();
                return earlier;
            }
            length++;
        }
        return length < MOST ? new Stamp(thread.slot, thread.time(), earlier) : null;
    }

    /** Whether it has the write of which the shadow has this word, or will have, as it is the thread's own. */
    boolean has(long word, ThreadState thread) {
        long written = word & ~Epoch.FLAGS;
        int writer = Epoch.slot(written);
        return written == 0 || writer == thread.slot || timeOf(writer, this) >= ThreadState.endOf(written);
    }

    /**
     * With another thread's write, of which the shadow has this word. It is safe if the freezing thread knows of it, or as far as an
     * earlier stamp has it: the freezing thread may have found the object behind a final field itself.
     */
    Stamp with(long word, ThreadState thread, Stamp earlier) {
        long written = word & ~Epoch.FLAGS;
        int writer = Epoch.slot(written);
        if (written == 0 || writer == thread.slot) {
            return this;
        }
        return with(writer, thread.covers(written) ? ThreadState.endOf(written) : timeOf(writer, earlier));
    }

    /** With all that the thread knows, and what the earlier stamp has beyond that. */
    Stamp withAllKnown(ThreadState thread, Stamp earlier) {
        long[] others = thread.others;
        Stamp all = this;
        for (int i = 0; i < others.length; i++) {
            all = others[i] == 0 || i == thread.slot ? all : all.with(i, ThreadState.endOf(Epoch.of(i, others[i])));
        }
        for (Stamp s = earlier; s != null; s = s.next) {
            all = s.slot == thread.slot ? all : all.with(s.slot, s.time);
        }
        return all;
    }

    private Stamp with(int writer, long until) {
        return timeOf(writer, this) >= until ? this : new Stamp(writer, until, this);
    }

    /** Up to when the thread's writes are safe by this stamp, or 0. */
    static long timeOf(int slot, Stamp stamp) {
        long latest = 0;
        for (Stamp s = stamp; s != null; s = s.next) {
            latest = s.slot == slot ? Math.max(latest, s.time) : latest;
        }
        return latest;
    }
}
