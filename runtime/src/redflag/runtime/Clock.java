package redflag.runtime;

import redflag.runtime.jdk.ForceInline;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * What a synchronization object remembers of those who released it.
 *
 * <p>The clock is the join of {@code others} with an epoch, the last release's own component. As
 * long as every release came after an acquire of the one before, knowing that epoch means knowing all of
 * it, and a release only stores two words: the releasing thread's components are an array that nobody
 * changes any more. Otherwise the clock is <em>merged</em>. Epoch and that flag are one word, so that an
 * acquire that brings no news needs no lock.
 *
 * <p>Discipline: exclusive locks call {@link #acquireExclusive} and {@link #releaseExclusive} while
 * the lock itself is held; everybody else goes through {@link #acquire} and {@link #release}, which
 * take {@code spin}.
 */
public final class Clock {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final long SPIN = UNSAFE.objectFieldOffset(Clock.class, "spin");
    private static final long WORD = UNSAFE.objectFieldOffset(Clock.class, "word");
    private static final long NEXT = UNSAFE.objectFieldOffset(Ids.class, "next");
    private static final long[] NONE = {};
    private static final long MERGED = Epoch.SHARED;

    /** Numbers for reports. */
    private static final class Ids {
        int next;
    }

    private static final Ids IDS = new Ids();

    /** Stands in for clocks that there was no memory for; nothing is checked any more then. */
    private static final Clock SPARE = new Clock(Object.class);

    volatile int spin;
    /** The thread in a compare-and-set that holds {@code spin}; null for the moments of other uses. */
    private volatile ThreadState holder;
    /** The last release's epoch, with {@link #MERGED}; written after {@code others}. */
    private long word;
    private long[] others = NONE;
    /** Releases by read-unlock, which only writers acquire; null for locks without readers. */
    private volatile Clock readers;
    /**
     * The name of the class of the object this is the clock of, for reports; of a class its own name, after
     * "class". A thread's history would keep a class alive.
     */
    final String type;
    private int id;

    Clock(Class<?> type) {
        this(type.getName());
    }

    private Clock(String type) {
        this.type = type;
    }

    /** A new clock, if there is memory. */
    static Clock fresh(Class<?> type) {
        return fresh(type.getName());
    }

    /** A new clock for the object's monitor, if there is memory. */
    static Clock ofMonitor(Object object) {
        try {
            boolean isClass = object instanceof Class;
            return isClass ? new Clock("class ".concat(((Class<?>) object).getName())) : new Clock(object.getClass());
        } catch (OutOfMemoryError full) {
            return spare();
        }
    }

    private static Clock fresh(String type) {
        try {
            return new Clock(type);
        } catch (OutOfMemoryError full) {
            return spare();
        }
    }

    /** There is no memory for a clock. */
    static Clock spare() {
        Memory.exhausted();
        return SPARE;
    }

    boolean isNumbered() {
        return id != 0;
    }

    /** A number that tells locks of one class apart in reports. */
    int id() {
        while (id == 0) {
            int next = IDS.next;
            if (UNSAFE.compareAndSetInt(IDS, NEXT, next, next + 1)) {
                id = next + 1;
            }
        }
        return id;
    }

    /** The epoch of the last release. */
    long epoch() {
        return word & ~MERGED;
    }

    /** Whether an acquire would tell the thread something. */
    private boolean isNews(long w, ThreadState thread) {
        return w != 0 && ((w & MERGED) != 0 || !thread.covers(w));
    }

    @ForceInline
    @ReservedStackAccess
    void acquireExclusive(ThreadState thread) {
        long w = word;
        boolean isNews = isNews(w, thread);
        if (isNews) {
            thread.settle();
        }
        if (Trace.ON) {
            Trace.acquire(this, thread);
        }
        if (isNews) {
            thread.join(others, w & ~MERGED);
        }
    }

    @ForceInline
    @ReservedStackAccess
    void releaseExclusive(ThreadState thread) {
        thread.settle();
        if (Trace.ON) {
            Trace.release(this, thread);
        }
        others = thread.share();
        UNSAFE.putLongRelease(this, WORD, thread.epoch);
        thread.tick();
    }

    /**
     * Takes {@code spin}; false if this thread's own compare-and-set holds it: linking the call or
     * initializing a class may run code of the program in the midst of it.
     */
    private boolean lock(ThreadState thread) {
        thread.settle();
        for (int i = 0; !UNSAFE.compareAndSetInt(this, SPIN, 0, 1); i++) {
            if (holder == thread) {
                return false;
            }
            Spin.pause(i);
        }
        return true;
    }

    @ReservedStackAccess
    void acquire(ThreadState thread) {
        // During a compare-and-set of another thread the word does not tell yet.
        boolean free = !Trace.ON && holder == null;
        if (free && !isNews(UNSAFE.getLongVolatile(this, WORD), thread) && holder == null) {
            return;
        }
        if (lock(thread)) {
            acquireExclusive(thread);
            Spin.unlock(this, SPIN);
        }
    }

    /** Joins the thread's clock into this one. The caller holds {@code spin}, and ticks. */
    private void add(ThreadState thread) {
        if (Trace.ON) {
            Trace.release(this, thread);
        }
        long w = word;
        boolean dominated =
                w == 0 || (thread.covers(w & ~MERGED) && ((w & MERGED) == 0 || thread.coversAll(others)));
        if (dominated) {
            others = thread.share();
            UNSAFE.putLongRelease(this, WORD, thread.epoch);
            return;
        }
        try {
            others = joined(thread);
            UNSAFE.putLongRelease(this, WORD, thread.epoch | MERGED);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
    }

    @ReservedStackAccess
    void release(ThreadState thread) {
        if (lock(thread)) {
            add(thread);
            Spin.unlock(this, SPIN);
            thread.tick();
        }
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
        acquireExclusive(thread);
        add(thread);
        holder = null;
        Spin.unlock(this, SPIN);
        thread.tick();
    }

    /** The compare-and-set failed: it acquires. */
    @ReservedStackAccess
    void abandon(ThreadState thread) {
        acquireExclusive(thread);
        holder = null;
        Spin.unlock(this, SPIN);
    }

    /** Whether anybody has released this clock. */
    boolean isReleased() {
        return UNSAFE.getLongVolatile(this, WORD) != 0;
    }

    /** Joins another clock, one of the thread's own, into this one. */
    @ReservedStackAccess
    void addAll(Clock own, ThreadState thread) {
        if (lock(thread)) {
            merge(own, thread);
            Spin.unlock(this, SPIN);
        }
    }

    /** Joins this clock into another one, of the thread's own. */
    @ReservedStackAccess
    void copyTo(Clock own, ThreadState thread) {
        if (lock(thread)) {
            own.merge(this, thread);
            Spin.unlock(this, SPIN);
        }
    }

    private void merge(Clock other, ThreadState thread) {
        if (Trace.ON) {
            Trace.copy(other, this, thread);
        }
        try {
            others = joined(other.others);
            UNSAFE.putLongRelease(this, WORD, other.epoch() | MERGED);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
    }

    private long[] joined(ThreadState thread) {
        return joined(thread.share());
    }

    /** What this clock holds, its epoch included, joined with other components. */
    private long[] joined(long[] mine) {
        long epoch = epoch();
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
                r = fresh(type);
                readers = r;
            }
            Spin.unlock(this, SPIN);
        }
        return r;
    }
}
