package redflag.runtime;

/**
 * Writes down what threads do, in one order of all threads, for {@code redflag replay}; and
 * which locations the detector found racy, so that the two can be compared. The crate {@code trace} describes the
 * format.
 *
 * <p>An access is written where it happens, whether or not it is checked there. Acquires and releases are
 * written where clocks change, under whatever guards the clock, so that the file has the order in which
 * the detector saw them. Checks are written where shadows are asked: a compare of epochs that hits is none, because the
 * check that left the epoch is in the file.
 */
public final class Trace {
    /** Whether this run is traced; a constant to the JIT. */
    static final boolean ON = Native.traces();

    // Kinds of events.
    private static final int ACCESS = 1;
    /** A read in an optimistic section, which counts if {@link #KEPT} follows. */
    private static final int TENTATIVE = 2;

    private static final int KEPT = 3;
    /** The thread's reads of a location are no race, whatever the clocks say: see {@link Frozen}. */
    private static final int EXCUSED = 4;

    private static final int ACQUIRE = 5;
    private static final int RELEASE = 6;
    private static final int FORK = 7;
    private static final int JOIN = 8;
    /** A thread that nobody was seen to start. */
    private static final int ADOPTED = 9;

    private static final int RACE = 10;
    /** The class of the object whose clock comes next, once for each clock. */
    private static final int CLOCK = 11;
    private static final int COPY = 12;
    /** A location is checked. */
    private static final int CHECK = 13;
    /** Elements of an array are checked together. */
    private static final int RANGE = 14;
    /** A location of an object that nobody else knows gets the thread's epoch. */
    private static final int FRESH = 15;
    /** A field is read that only constructors write: the check is not remembered. */
    private static final int SETTLED = 16;
    /** All fields of a clone get the thread's epoch. */
    private static final int CLONED = 17;
    /** The access before is to what only this thread knows. */
    private static final int UNSHARED = 18;
    /** The thread's last event. */
    private static final int ENDED = 19;

    /** In a {@link #RANGE}: writes are checked; what another thread had put off when the JVM ended. */
    private static final int WRITE = 1;

    private static final int AT_END = 2;

    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Trace.class, "spin");
    private static final Trace TRACE = new Trace();
    private static final SideTable NUMBERS = new SideTable();
    private static final int CAPACITY = 1 << 16;
    /** No event but one with a thread's name is longer; names are cut. */
    private static final int LONGEST = 1 << 10;

    private static final int LONGEST_NAME = 200;

    volatile int spin;
    private final byte[] buffer = new byte[CAPACITY];
    private int length;
    private int objects;
    private int tentative;

    /** An array's number. */
    private static final class Numbered extends Side {
        int number;

        Numbered(Object owner, int hash) {
            super(owner, hash);
        }
    }

    static {
        if (ON) {
            // Links the method now: that runs hooked JDK code, which would wait for the lock of a later call.
            Native.trace(TRACE.buffer, 0);
        }
    }

    private Trace() {}

    // Called by code of the program.

    public static void field(Object owner, ThreadState thread, int site) {
        if (thread.inside > 0 || Memory.stopped()) {
            return;
        }
        Location location = Location.of(site, owner);
        if (location.isStatic()) {
            // As the check will do: the order comes before the access.
            Sync.initialized(location.declarer(), thread);
        }
        if (location.isChecked()) {
            access(location.base(owner), location.key, thread, site);
        }
    }

    public static void element(Object array, int index, ThreadState thread, int site) {
        if (thread.inside == 0 && !Memory.stopped()) {
            access(array, index, thread, site);
        }
    }

    /** The field of an object that only its constructor knows got its epoch. */
    public static void fresh(Object owner, ThreadState thread, int site) {
        told(FRESH, owner, thread, site);
    }

    /** The read of a field that only constructors write is checked. */
    public static void settled(Object owner, ThreadState thread, int site) {
        // The reads of an optimistic section are checked when they are kept.
        if (thread.optimistic == null) {
            told(SETTLED, owner, thread, site);
        }
    }

    private static void told(int kind, Object owner, ThreadState thread, int site) {
        if (thread.inside > 0 || Memory.stopped()) {
            return;
        }
        Location location = Location.of(site, owner);
        if (location.isChecked()) {
            check(kind, location.base(owner), location.key, thread, site);
        }
    }

    /** What the thread has just accessed nobody else will ever know. */
    public static void unshared(ThreadState thread) {
        if (thread.inside == 0 && !Memory.stopped()) {
            TRACE.begin(UNSHARED, thread);
            TRACE.end();
        }
    }

    // Called by the runtime.

    static void readsField(Object base, Location location, ThreadState thread, int site) {
        if (thread.optimistic == null) {
            int kind = location.kind == Location.Kind.SETTLED ? SETTLED : CHECK;
            check(kind, base, location.key, thread, site);
        }
    }

    static void writesField(Object base, Location location, ThreadState thread, int site) {
        check(CHECK, base, location.key, thread, site);
    }

    static void readsElement(ArrayShadow shadow, int index, ThreadState thread, int site) {
        if (thread.optimistic == null) {
            check(CHECK, shadow, index, thread, site);
        }
    }

    static void writesElement(ArrayShadow shadow, int index, ThreadState thread, int site) {
        check(CHECK, shadow, index, thread, site);
    }

    static void access(Object base, int key, ThreadState thread, int site) {
        TRACE.begin(thread.optimistic == null ? ACCESS : TENTATIVE, thread);
        TRACE.put(site);
        TRACE.put(number(base));
        TRACE.put(key);
        if (thread.optimistic != null) {
            TRACE.put(++TRACE.tentative);
            thread.tentative = TRACE.tentative;
        }
        TRACE.end();
    }

    static void readsContainer(Object container, ThreadState thread, int site) {
        if (thread.optimistic == null) {
            check(CHECK, container, Containers.LOCATION, thread, site);
        }
    }

    static void writesContainer(Object container, ThreadState thread, int site) {
        check(CHECK, container, Containers.LOCATION, thread, site);
    }

    private static void check(int kind, Object base, int key, ThreadState thread, int site) {
        TRACE.begin(kind, thread);
        TRACE.put(site);
        TRACE.put(number(base));
        TRACE.put(key);
        TRACE.end();
    }

    /** Elements that lie {@code step} apart were checked together. */
    static void range(ArrayShadow shadow, boolean isWrite, int from, int to, int step, ThreadState thread) {
        int by = thread == ThreadState.of(Thread.currentThread()) ? 0 : AT_END;
        TRACE.begin(RANGE, thread);
        TRACE.put(isWrite ? by | WRITE : by);
        TRACE.put(shadow.number);
        TRACE.put(from);
        TRACE.put((to - from + step - 1) / step);
        TRACE.put(step);
        TRACE.end();
    }

    static void cloned(Object clone, ThreadState thread) {
        TRACE.begin(CLONED, thread);
        TRACE.put(number(clone));
        TRACE.end();
    }

    static void ended(ThreadState thread) {
        TRACE.begin(ENDED, thread);
        TRACE.end();
    }

    static void kept(int tentative, ThreadState thread) {
        TRACE.begin(KEPT, thread);
        TRACE.put(tentative);
        TRACE.end();
    }

    static void excused(Object owner, int location, ThreadState thread) {
        TRACE.begin(EXCUSED, thread);
        TRACE.put(number(owner));
        TRACE.put(location);
        TRACE.end();
    }

    static void acquire(Clock clock, ThreadState thread) {
        synchronization(ACQUIRE, clock, thread);
    }

    static void release(Clock clock, ThreadState thread) {
        synchronization(RELEASE, clock, thread);
    }

    /** Names the class of a clock that has not been in the trace yet. */
    private static void introduce(Clock clock, ThreadState thread) {
        if (!clock.isNumbered()) {
            TRACE.begin(CLOCK, thread);
            TRACE.put(clock.id());
            TRACE.put(clock.type);
            TRACE.end();
        }
    }

    private static void synchronization(int kind, Clock clock, ThreadState thread) {
        introduce(clock, thread);
        TRACE.begin(kind, thread);
        TRACE.put(clock.id());
        TRACE.put(clock.type.equals(Initializers.class.getName()) ? 1 : 0);
        TRACE.end();
    }

    static void copy(Clock from, Clock to, ThreadState thread) {
        introduce(from, thread);
        introduce(to, thread);
        TRACE.begin(COPY, thread);
        TRACE.put(from.id());
        TRACE.put(to.id());
        TRACE.end();
    }

    static void fork(ThreadState parent, ThreadState child) {
        TRACE.begin(FORK, parent);
        TRACE.put(child.info.number);
        TRACE.put(child.info.name);
        TRACE.end();
    }

    static void adopted(ThreadState thread) {
        TRACE.begin(ADOPTED, thread);
        TRACE.put(thread.info.name);
        TRACE.end();
    }

    static void join(ThreadState thread, ThreadState ended) {
        TRACE.begin(JOIN, thread);
        TRACE.put(ended.info.number);
        TRACE.end();
    }

    static void race(Object owner, int location, ThreadState thread) {
        TRACE.begin(RACE, thread);
        TRACE.put(number(owner));
        TRACE.put(location);
        TRACE.end();
    }

    /** Hands what there is to the agent. The first call links the native method, which runs code with hooks. */
    static void flush() {
        if (ON) {
            Spin.lock(TRACE, SPIN);
            TRACE.write();
            Spin.unlock(TRACE, SPIN);
        }
    }

    /** The number of an array, for its shadow, which may outlive it. */
    static int numberOf(Object array) {
        Spin.lock(TRACE, SPIN);
        int number = number(array);
        Spin.unlock(TRACE, SPIN);
        return number;
    }

    /**
     * The number of an object or array, for which its shadow may stand; the caller is between {@link #begin} and
     * {@link #end}.
     */
    private static int number(Object object) {
        if (object instanceof ArrayShadow) {
            return ((ArrayShadow) object).number;
        }
        if (!object.getClass().isArray()) {
            Header header = Header.of(object);
            if (header.number == 0) {
                header.number = ++TRACE.objects;
            }
            return header.number;
        }
        int hash = System.identityHashCode(object);
        Numbered known = (Numbered) NUMBERS.find(object, hash);
        if (known == null) {
            known = (Numbered) NUMBERS.add(new Numbered(object, hash), object);
            known.number = ++TRACE.objects;
        }
        return known.number;
    }

    private void begin(int kind, ThreadState thread) {
        Spin.lock(this, SPIN);
        if (length > CAPACITY - LONGEST) {
            write();
        }
        buffer[length++] = (byte) kind;
        put(thread.info.number);
    }

    private void end() {
        Spin.unlock(this, SPIN);
    }

    private void write() {
        Native.trace(buffer, length);
        length = 0;
    }

    /** Seven bits a byte, the lowest first; the sign bit says that more follow. */
    private void put(int value) {
        int rest = value;
        while ((rest & ~0x7F) != 0) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
    }

    private void put(String text) {
        int count = Math.min(text.length(), LONGEST_NAME);
        put(count);
        for (int i = 0; i < count; i++) {
            put(text.charAt(i));
        }
    }
}
