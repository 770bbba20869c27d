package redflag.runtime;

/**
 * What had been written to an object or array when it was frozen, see {@link Frozen}: a list that has for some threads the
 * time up to which their writes are safe.
 */
final class Stamp {
    /** A longer list is made anew, without threads that have not written there. */
    private static final int MOST = 16;
    /** What a thread knows of more others is too much to be kept with an object. */
    private static final int FEW_OTHERS = 64;

    final int slot;
    /** As {@link ThreadState#timeOf} has it. Grows, by the thread itself, if it freezes the same object again. */
    long time;

    /** What the thread knew of others, as {@link ThreadState} has it: their writes up to then are safe too. Null if that is not kept. */
    final long[] known;

    final Stamp next;

    private Stamp(int slot, long time, long[] known, Stamp next) {
        this.slot = slot;
        this.time = time;
        this.known = known;
        this.next = next;
    }

    /** All that the thread has written so far. */
    static Stamp of(ThreadState thread) {
        return new Stamp(thread.slot, thread.time(), null, null);
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
        return length < MOST ? new Stamp(thread.slot, thread.time(), null, earlier) : null;
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
        return with(writer, thread.covers(written) ? ThreadState.endOf(written) : timeOf(writer, earlier), null);
    }

    /** As {@link #ofAll}, for what leads to objects that other threads may have written, if there are not too many. */
    static Stamp ofHolder(ThreadState thread, Stamp earlier) {
        return thread.others.length <= FEW_OTHERS ? ofAll(thread, earlier) : of(thread);
    }

    /** All that the thread knows, and what an earlier stamp has beyond that: for more data than one can look at. */
    static Stamp ofAll(ThreadState thread, Stamp earlier) {
        Stamp all = new Stamp(thread.slot, thread.time(), thread.share(), null);
        int length = 0;
        for (Stamp s = earlier; s != null && length < MOST; s = s.next) {
            all = s.isNews(thread) ? all.with(s.slot, s.time, s.known) : all;
            length++;
        }
        return all;
    }

    private Stamp with(int writer, long until, long[] knownThen) {
        boolean has = timeOf(writer, this) >= until && knownThen == null;
        return has ? this : new Stamp(writer, until, knownThen, this);
    }

    /** Whether the thread does not know what the one in {@code slot} did, and so not what that one knew. */
    boolean isNews(ThreadState thread) {
        return !thread.covers(Epoch.of(slot, ThreadState.clockOf(time)));
    }

    /** Up to when the thread's writes are safe by this stamp, or 0. */
    static long timeOf(int slot, Stamp stamp) {
        long latest = 0;
        for (Stamp s = stamp; s != null; s = s.next) {
            latest = Math.max(latest, s.timeOf(slot));
        }
        return latest;
    }

    private long timeOf(int of) {
        if (of == slot) {
            return time;
        }
        return known != null && of < known.length && known[of] != 0 ? ThreadState.endOf(known[of]) : 0;
    }
}
