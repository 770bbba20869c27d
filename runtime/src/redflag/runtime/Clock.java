package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;

/**
 * What a synchronization object remembers of those who released it.
 *
 * <p>The clock is the join of {@code others} with {@code epoch}, the last release's own component.
 * As long as every release came after an acquire of the one before ({@code !merged}), knowing
 * {@code epoch} means knowing all of it, and a release only stores two references: the releasing
 * thread's components are an array that nobody changes any more.
 *
 * <p>Discipline: exclusive locks call {@link #acquireExclusive} and {@link #releaseExclusive} while
 * the lock itself is held; everybody else goes through {@link #acquire} and {@link #release}, which
 * take {@code spin}.
 */
public final class Clock {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Clock.class, "spin");
    private static final long NEXT = Spin.UNSAFE.objectFieldOffset(Ids.class, "next");
    private static final long[] NONE = {};

    /** Numbers for reports. */
    private static final class Ids {
        int next;
    }

    private static final Ids IDS = new Ids();

    volatile int spin;
    /** The thread in a compare-and-set that holds {@code spin}; null for the moments of other uses. */
    private ThreadState holder;
    long epoch;
    long[] others = NONE;
    boolean merged;
    /** Releases by read-unlock, which only writers acquire; null for locks without readers. */
    Clock readers;
    /** The class of the object this is the clock of, for reports. */
    final Class<?> type;
    private int id;

    Clock(Class<?> type) {
        this.type = type;
    }

    /** A number that tells locks of one class apart in reports. */
    int id() {
        while (id == 0) {
            int next = IDS.next;
            if (Spin.UNSAFE.compareAndSetInt(IDS, NEXT, next, next + 1)) {
                id = next + 1;
            }
        }
        return id;
    }

    @ReservedStackAccess
    void acquireExclusive(ThreadState thread) {
        long e = epoch;
        if (e != 0 && (merged || !thread.covers(e))) {
            thread.join(others, e);
        }
    }

    @ReservedStackAccess
    void releaseExclusive(ThreadState thread) {
        epoch = thread.epoch;
        others = thread.share();
        merged = false;
        thread.tick();
    }

    /**
     * Takes {@code spin}; false if this thread's own compare-and-set holds it: linking the call or
     * initializing a class may run code of the program in the midst of it.
     */
    private boolean lock(ThreadState thread) {
        for (int i = 0; !Spin.UNSAFE.compareAndSetInt(this, SPIN, 0, 1); i++) {
            if (holder == thread) {
                return false;
            }
            Spin.pause(i);
        }
        return true;
    }

    @ReservedStackAccess
    void acquire(ThreadState thread) {
        if (!lock(thread)) {
            return;
        }
        long e = epoch;
        long[] o = others;
        boolean m = merged;
        if (m) {
            // `others` may be changed by the next release, so it is read under the lock.
            thread.join(o, e);
        }
        Spin.unlock(this, SPIN);
        if (!m && e != 0 && !thread.covers(e)) {
            thread.join(o, e);
        }
    }

    /** Joins the thread's clock into this one. The caller holds {@code spin}, and ticks. */
    private void add(ThreadState thread) {
        if (epoch == 0 || (thread.covers(epoch) && (!merged || thread.coversAll(others)))) {
            others = thread.share();
            merged = false;
        } else {
            others = joined(thread);
            merged = true;
        }
        epoch = thread.epoch;
    }

    @ReservedStackAccess
    void release(ThreadState thread) {
        if (!lock(thread)) {
            return;
        }
        add(thread);
        Spin.unlock(this, SPIN);
        thread.tick();
    }

    /** A compare-and-set begins: whoever sees its effect must see its release, so the clock waits. */
    @ReservedStackAccess
    void hold(ThreadState thread) {
        if (lock(thread)) {
            holder = thread;
        }
    }

    /** Whether the thread is in a compare-and-set. */
    boolean isHeldBy(ThreadState thread) {
        return holder == thread;
    }

    /** The compare-and-set succeeded: it acquires and releases. */
    @ReservedStackAccess
    void commit(ThreadState thread) {
        if (epoch != 0 && (merged || !thread.covers(epoch))) {
            thread.join(others, epoch);
        }
        add(thread);
        holder = null;
        Spin.unlock(this, SPIN);
        thread.tick();
    }

    /** The compare-and-set failed: it acquires. */
    @ReservedStackAccess
    void abandon(ThreadState thread) {
        if (epoch != 0 && (merged || !thread.covers(epoch))) {
            thread.join(others, epoch);
        }
        holder = null;
        Spin.unlock(this, SPIN);
    }

    private long[] joined(ThreadState thread) {
        long[] mine = thread.share();
        int slot = Epoch.slot(epoch);
        int length = Math.max(Math.max(mine.length, others.length), slot + 1);
        long[] result = new long[length];
        for (int i = 0; i < others.length; i++) {
            result[i] = others[i];
        }
        for (int i = 0; i < mine.length; i++) {
            if (mine[i] > result[i]) {
                result[i] = mine[i];
            }
        }
        long clock = Epoch.clock(epoch);
        if (clock > result[slot]) {
            result[slot] = clock;
        }
        return result;
    }

    /** The clock of read-unlocks. */
    @ReservedStackAccess
    Clock readers() {
        Clock r = readers;
        if (r == null) {
            Spin.lock(this, SPIN);
            r = readers;
            if (r == null) {
                r = new Clock(type);
                readers = r;
            }
            Spin.unlock(this, SPIN);
        }
        return r;
    }
}
