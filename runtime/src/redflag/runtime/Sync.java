package redflag.runtime;

import redflag.runtime.jdk.ForceInline;
import redflag.runtime.jdk.JavaThread;
import redflag.runtime.jdk.ReservedStackAccess;

/**
 * What orders threads: called around monitors in the program's code, and from inside JDK methods as
 * {@code models/} says. A key is the object whose clock is meant, or that clock itself.
 *
 * <p>Hooks in JDK methods run from the JVM's first instruction on, so this class must not have an
 * initializer, and its methods do nothing until {@link #ready} is set.
 */
public final class Sync {
    /** Set by the agent when the JVM is up. */
    static boolean ready;

    private Sync() {}

    private static ThreadState thread() {
        if (!ready || Memory.stopped()) {
            return null;
        }
        ThreadState thread = ThreadState.current();
        return thread.inside > 0 ? null : thread;
    }

    /** The clock of a key; null if the key is a detail of a JDK class that has a model of its own. */
    @ForceInline
    private static Clock clock(Object key) {
        return key instanceof Clock ? (Clock) key : Header.clockOfKey(key);
    }

    /** JDK code created this object for its own use: it orders nothing. */
    public static void silence(Object key) {
        Header.silence(key);
    }

    /** As {@link #silence}, for the object in a field. */
    public static void silenceField(Object owner, Class<?> type, String field) {
        Header.silence(Header.fieldOf(owner, type, field));
    }

    // Monitors.

    /** Looks the clock up before the monitor is entered. */
    @DeepFrame
    public static Clock beforeEnter(Object object, ThreadState thread) {
        return object == null ? null : Header.clockOf(object, thread);
    }

    @ReservedStackAccess
    public static void entered(Object object, Clock clock, ThreadState thread) {
        clock.acquireExclusive(thread);
        thread.push(object, clock, false);
    }

    @DeepFrame
    public static void enteredMethod(Object object, ThreadState thread) {
        entered(object, Header.clockOf(object, thread), thread);
    }

    public static void beforeExit(Object object, ThreadState thread) {
        int hold = thread.holdOf(object, false);
        if (hold >= 0) {
            exit(hold, thread);
        }
    }

    /** Leaves the monitors that were entered since so many were held. */
    public static void exitMethod(ThreadState thread, int monitors) {
        while (thread.monitors > monitors) {
            exit(thread.innermostMonitor(), thread);
        }
    }

    @ReservedStackAccess
    private static void exit(int hold, ThreadState thread) {
        Clock clock = thread.heldClocks[hold];
        if (!thread.holdsTwice(hold)) {
            clock.releaseExclusive(thread);
        }
        thread.drop(hold);
    }

    /** {@code Object.wait} leaves the monitor completely, however often it was entered. */
    static void beforeWait(Object object, ThreadState thread) {
        Header.clockOf(object).releaseExclusive(thread);
    }

    static void afterWait(Object object, ThreadState thread) {
        Header.clockOf(object).acquireExclusive(thread);
    }

    /** JDK code has entered a monitor that counts as if the program had. */
    public static void enterMonitor(Object object) {
        ThreadState thread = thread();
        if (thread != null && !Header.isSilent(object)) {
            entered(object, Header.clockOf(object), thread);
            Containers.locked(object, thread);
        }
    }

    public static void exitMonitor(Object object) {
        ThreadState thread = thread();
        if (thread != null) {
            beforeExit(object, thread);
        }
    }

    // Class initialization (JLS 12.4.2): its end happens before every use of the class.

    /** The current thread begins the class's initializer, and so has found those above it at their end. */
    public static void initializerBegins(Class<?> type, ThreadState thread) {
        Initializers.allAbove(type, thread);
    }

    public static void initializerEnds(Class<?> type, ThreadState thread) {
        Initializers.ends(type, thread);
    }

    /** The current thread uses the class. */
    public static void initialized(Class<?> type, ThreadState thread) {
        if (Initializers.pending != 0) {
            Initializers.all(type, thread);
        }
    }

    /** As {@link #initialized}, found out by JDK code: a class, or a field of one. */
    public static void initialized(Object key) {
        ThreadState thread = thread();
        if (thread == null || Initializers.pending == 0) {
            return;
        }
        if (key instanceof Class) {
            Initializers.all((Class<?>) key, thread);
        } else if (key instanceof java.lang.reflect.Field) {
            Initializers.all(((java.lang.reflect.Field) key).getDeclaringClass(), thread);
        }
    }

    // The end of a constructor happens before the finalizer (JLS 12.6.2).

    /** Ends a constructor of a class that declares a finalizer. */
    public static void constructedFinalizable(Object object) {
        if (thread() != null) {
            Header.of(object).finalizable = true;
            release(object);
        }
    }

    /** Ends a constructor of a class that may inherit one. */
    public static void constructed(Object object) {
        if (Header.isFinalizable(object)) {
            release(object);
        }
    }

    // Verbs of the models.

    public static void release(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.release(thread);
        }
    }

    public static void acquire(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.acquire(thread);
        }
    }

    /**
     * Puts an element into a collection. A value that is one object everywhere, such as {@code Boolean.TRUE}, has a
     * clock in each; who meets it without knowing in which, as in an iteration, goes by its own.
     */
    public static void releaseIn(Object element, Object collection) {
        release(element);
        if (isSharedValue(element)) {
            release(valueIn(element, collection));
        }
    }

    public static void acquireIn(Object element, Object collection) {
        acquire(isSharedValue(element) ? valueIn(element, collection) : element);
    }

    public static void releaseInIf(int condition, Object element, Object collection) {
        if (condition != 0) {
            releaseIn(element, collection);
        }
    }

    public static void acquireInIf(int condition, Object element, Object collection) {
        if (condition != 0) {
            acquireIn(element, collection);
        }
    }

    /** Whether equal values are the same object wherever they come from (JLS 5.1.7). */
    private static boolean isSharedValue(Object element) {
        if (element instanceof Boolean || element instanceof Enum || element instanceof Byte) {
            return true;
        }
        if (element instanceof Integer || element instanceof Long || element instanceof Short) {
            long value = ((Number) element).longValue();
            return value >= Byte.MIN_VALUE && value <= Byte.MAX_VALUE;
        }
        return element instanceof Character && ((Character) element).charValue() <= Byte.MAX_VALUE;
    }

    private static Object valueIn(Object value, Object collection) {
        if (thread() == null || Header.isSilent(collection)) {
            return null;
        }
        int hash = value instanceof Enum ? System.identityHashCode(value) : value.hashCode();
        return Header.of(collection).part(~hash, value.getClass());
    }

    /** What a collection answers in an array. */
    public static void acquireEach(Object array) {
        if (thread() == null || !(array instanceof Object[])) {
            return;
        }
        Object[] elements = (Object[]) array;
        for (int i = 0; i < elements.length; i++) {
            acquire(elements[i]);
        }
    }

    public static void lock(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.acquireExclusive(thread);
            thread.push(clock, clock, false);
        }
    }

    public static void unlock(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            int hold = thread.holdOf(clock, false);
            if (hold >= 0) {
                // Also when the lock is held once more: a condition's await gives up all holds at once, and
                // nobody can acquire what an inner unlock releases too early.
                clock.releaseExclusive(thread);
                thread.drop(hold);
            }
        }
    }

    public static void writeLock(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            Optimistic.close(clock, thread);
            clock.acquireExclusive(thread);
            clock.readers().acquire(thread);
            thread.push(clock, clock, false);
        }
    }

    /** A stamped lock knows no owner: another thread than the locker may unlock it. */
    public static void writeUnlock(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock == null) {
            return;
        }
        int hold = thread.holdOf(clock, false);
        if (hold >= 0) {
            clock.releaseExclusive(thread);
            thread.drop(hold);
        } else {
            clock.release(thread);
        }
    }

    public static void readLock(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            Optimistic.close(clock, thread);
            clock.acquireExclusive(thread);
            thread.push(clock, clock, true);
        }
    }

    public static void readUnlock(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.readers().release(thread);
            int hold = thread.holdOf(clock, true);
            if (hold >= 0) {
                thread.drop(hold);
            }
        }
    }

    public static void attempt(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.hold(thread);
        }
    }

    public static void commit(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null && clock.isHeldBy(thread)) {
            clock.commit(thread);
        }
    }

    public static void abandon(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null && clock.isHeldBy(thread)) {
            clock.abandon(thread);
        }
    }

    /** A thread arrives at a barrier: what it did waits for the last one to gather it. */
    public static void arrive(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.readers().release(thread);
        }
    }

    public static void gather(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.readers().acquire(thread);
        }
    }

    /** The fence is that of the current thread, whichever the key. */
    public static void releaseFence(Object key) {
        ThreadState thread = thread();
        if (thread != null) {
            if (thread.released == null) {
                thread.released = Clock.fresh(Thread.class);
            }
            thread.released.releaseExclusive(thread);
        }
    }

    public static void acquireFence(Object key) {
        ThreadState thread = thread();
        if (thread != null && thread.seen != null) {
            thread.seen.acquireExclusive(thread);
        }
    }

    public static void opaqueWrite(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null || thread.released == null ? null : clock(key);
        if (clock != null) {
            clock.addAll(thread.released, thread);
        }
    }

    public static void opaqueRead(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null && clock.isReleased()) {
            if (thread.seen == null) {
                thread.seen = Clock.fresh(Thread.class);
            }
            clock.copyTo(thread.seen, thread);
        }
    }

    /** The state of the thread that is the key; null if the key is none, or the thread not known. */
    private static ThreadState stateOf(Object key) {
        return key instanceof Thread ? ThreadState.of((Thread) key) : null;
    }

    public static void fork(Object key) {
        ThreadState parent = key instanceof Thread ? thread() : null;
        if (parent != null && stateOf(key) == null) {
            parent.inside++;
            try {
                ((JavaThread) key).$redflag$state = Slots.fork(parent, (Thread) key);
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
            } finally {
                parent.inside--;
            }
        }
    }

    public static void end(Object key) {
        if (!ready) {
            return;
        }
        ThreadState thread = stateOf(key);
        if (thread == null || thread.ended) {
            return;
        }
        if (thread.optimistic != null) {
            thread.optimistic.closeAll();
        }
        thread.settle();
        if (Trace.ON) {
            Trace.ended(thread);
        }
        thread.inside++;
        thread.forgetArrays();
        thread.info.name = ((Thread) key).getName();
        thread.ended = true;
        Slots.end(thread);
    }

    public static void join(Object key) {
        ThreadState thread = thread();
        ThreadState other = stateOf(key);
        if (thread != null && other != null && other.ended) {
            thread.settle();
            if (Trace.ON) {
                Trace.join(thread, other);
            }
            thread.join(other.others, other.epoch);
        }
    }

    public static void interrupt(Object key) {
        ThreadState thread = thread();
        ThreadState other = stateOf(key);
        if (thread != null && other != null) {
            other.interrupts.release(thread);
        }
    }

    public static void interrupted(Object key) {
        ThreadState thread = thread();
        ThreadState other = stateOf(key);
        if (thread != null && other != null) {
            other.interrupts.acquire(thread);
        }
    }

    // Stamped locks.

    public static void optimisticRead(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            clock.acquire(thread);
            Optimistic.open(clock, thread);
        }
    }

    /** About to ask whether an optimistic section held: its reads come before the next write lock. */
    public static void validate(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            publishReads(clock, thread);
        }
    }

    /** The release that belongs to a section's own outcome does not end the section. */
    private static void publishReads(Clock clock, ThreadState thread) {
        Optimistic open = thread.optimistic;
        thread.optimistic = null;
        clock.readers().release(thread);
        thread.optimistic = open;
    }

    public static void validated(Object key) {
        judge(key, true);
    }

    public static void invalidated(Object key) {
        judge(key, false);
    }

    private static void judge(Object key, boolean valid) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null) {
            Optimistic.judge(clock, valid, thread);
        }
    }

    public static void convert(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock == null) {
            return;
        }
        if (thread.holdOf(clock, false) >= 0) {
            clock.releaseExclusive(thread);
        } else {
            publishReads(clock, thread);
        }
    }

    public static void toWrite(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null && thread.holdOf(clock, false) < 0) {
            dropHold(clock, thread);
            writeLock(key);
        }
    }

    public static void toRead(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock != null && thread.holdOf(clock, true) < 0) {
            dropHold(clock, thread);
            readLock(key);
        }
    }

    public static void toOptimistic(Object key) {
        ThreadState thread = key == null ? null : thread();
        Clock clock = thread == null ? null : clock(key);
        if (clock == null) {
            return;
        }
        dropHold(clock, thread);
        if (!Optimistic.judge(clock, true, thread)) {
            Optimistic.open(clock, thread);
        }
    }

    private static void dropHold(Clock clock, ThreadState thread) {
        int hold = Math.max(thread.holdOf(clock, false), thread.holdOf(clock, true));
        if (hold >= 0) {
            thread.drop(hold);
        }
    }

    // Keys.

    public static Object element(Object array, int index) {
        return !ready || array == null || Header.isSilent(array) ? null : Header.of(array).part(index, array.getClass());
    }

    /** The clock of the field that an updater names in the object. */
    public static Object updatedField(Object updater, Object object) {
        return Variables.updated(updater, object);
    }

    /** The clock of the variable at this offset in the object, or of native memory if there is none. */
    public static Object memory(Object base, long offset) {
        ThreadState thread = thread();
        return thread == null ? null : Addresses.clock(base, offset, thread);
    }

    /** The clock that a reference takes over from its referent. */
    public static Object watched(Object reference, Object referent) {
        return referent == null || thread() == null ? null : Header.shareClock(reference, referent);
    }

    /** The clock of the entry that a map has for keys of this hash code; they share it. */
    public static Object entry(int hashCode, Object map) {
        return thread() == null || Header.isSilent(map) ? null : Header.of(map).part(hashCode, map.getClass());
    }

    // Conditions.

    /** Whether a collection of the kind that the JDK also uses for itself is the program's. */
    public static int speaks(Object collection) {
        return ready && !Header.isSilent(collection) ? 1 : 0;
    }

    public static int isTerminated(Object state) {
        return state == Thread.State.TERMINATED ? 1 : 0;
    }

    public static int isApplication(Object object) {
        return ready && object.getClass().getClassLoader() != null ? 1 : 0;
    }

    // Verbs under a condition.

    public static void releaseIf(int condition, Object key) {
        if (condition != 0) {
            release(key);
        }
    }

    public static void acquireIf(int condition, Object key) {
        if (condition != 0) {
            acquire(key);
        }
    }

    public static void acquireEachIf(int condition, Object array) {
        if (condition != 0) {
            acquireEach(array);
        }
    }

    public static void lockIf(int condition, Object key) {
        if (condition != 0) {
            lock(key);
        }
    }

    public static void unlockIf(int condition, Object key) {
        if (condition != 0) {
            unlock(key);
        }
    }

    public static void writeLockIf(int condition, Object key) {
        if (condition != 0) {
            writeLock(key);
        }
    }

    public static void writeUnlockIf(int condition, Object key) {
        if (condition != 0) {
            writeUnlock(key);
        }
    }

    public static void readLockIf(int condition, Object key) {
        if (condition != 0) {
            readLock(key);
        }
    }

    public static void readUnlockIf(int condition, Object key) {
        if (condition != 0) {
            readUnlock(key);
        }
    }

    public static void attemptIf(int condition, Object key) {
        if (condition != 0) {
            attempt(key);
        }
    }

    public static void commitIf(int condition, Object key) {
        if (condition != 0) {
            commit(key);
        }
    }

    public static void abandonIf(int condition, Object key) {
        if (condition != 0) {
            abandon(key);
        }
    }

    public static void initializedIf(int condition, Object key) {
        if (condition != 0) {
            initialized(key);
        }
    }

    public static void arriveIf(int condition, Object key) {
        if (condition != 0) {
            arrive(key);
        }
    }

    public static void gatherIf(int condition, Object key) {
        if (condition != 0) {
            gather(key);
        }
    }

    public static void forkIf(int condition, Object key) {
        if (condition != 0) {
            fork(key);
        }
    }

    public static void endIf(int condition, Object key) {
        if (condition != 0) {
            end(key);
        }
    }

    public static void releaseFenceIf(int condition, Object key) {
        if (condition != 0) {
            releaseFence(key);
        }
    }

    public static void acquireFenceIf(int condition, Object key) {
        if (condition != 0) {
            acquireFence(key);
        }
    }

    public static void opaqueWriteIf(int condition, Object key) {
        if (condition != 0) {
            opaqueWrite(key);
        }
    }

    public static void opaqueReadIf(int condition, Object key) {
        if (condition != 0) {
            opaqueRead(key);
        }
    }

    public static void joinIf(int condition, Object key) {
        if (condition != 0) {
            join(key);
        }
    }

    public static void interruptIf(int condition, Object key) {
        if (condition != 0) {
            interrupt(key);
        }
    }

    public static void interruptedIf(int condition, Object key) {
        if (condition != 0) {
            interrupted(key);
        }
    }

    public static void optimisticReadIf(int condition, Object key) {
        if (condition != 0) {
            optimisticRead(key);
        }
    }

    public static void validateIf(int condition, Object key) {
        if (condition != 0) {
            validate(key);
        }
    }

    public static void validatedIf(int condition, Object key) {
        if (condition != 0) {
            validated(key);
        }
    }

    public static void invalidatedIf(int condition, Object key) {
        if (condition != 0) {
            invalidated(key);
        }
    }

    public static void convertIf(int condition, Object key) {
        if (condition != 0) {
            convert(key);
        }
    }

    public static void toWriteIf(int condition, Object key) {
        if (condition != 0) {
            toWrite(key);
        }
    }

    public static void toReadIf(int condition, Object key) {
        if (condition != 0) {
            toRead(key);
        }
    }

    public static void toOptimisticIf(int condition, Object key) {
        if (condition != 0) {
            toOptimistic(key);
        }
    }
}
