package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.ForceInline;
import redflag.runtime.jdk.JavaClass;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * What is known of an object beside its fields' epochs: its clock as a lock or other
 * synchronization object, its read vectors, shadows of fields that its class could not take. Found in a
 * field of the object where its class has one, else in a weak table.
 */
public final class Header {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final String FIELD = "$redflag$header";
    private static final long CLOCK = UNSAFE.objectFieldOffset(Header.class, "clock");
    private static final long KEY_CLOCK = UNSAFE.objectFieldOffset(Header.class, "keyClock");
    private static final long PARTS = UNSAFE.objectFieldOffset(Header.class, "parts");
    private static final long READERS = UNSAFE.objectFieldOffset(Header.class, "readers");
    private static final long CONTAINER = UNSAFE.objectFieldOffset(Header.class, "container");
    private static final long SPIN = UNSAFE.objectFieldOffset(Header.class, "spin");
    private static final int UNKNOWN = 0;
    private static final int NONE = -1;
    private static final SideTable TABLE = new SideTable();
    /** How many entries of the table a thread has at hand; a power of two. */
    private static final int RECENT = 256;

    /** What threads have at hand before their first. */
    static final Side[] NO_RECENT = new Side[RECENT];

    /** In the place of a header: the object is a detail of the JDK's own. */
    private static final Header SILENT = new Header();

    /** Stands in for headers that there was no memory for; nothing is checked any more then. */
    private static final Header SPARE = new Header();

    volatile int spin;
    /** In a trace: the object's number. */
    int number;
    volatile Clock clock;
    /** As a key of the models. A program may use such an object's monitor too, for other things. */
    private volatile Clock keyClock;
    /** For a class: where its instances keep their header. */
    private int instanceOffset;
    /** For a class: where its instances keep what {@link Frozen} says of them. */
    private int frozenOffset;
    /** For a class: the end of its initializer, while some thread may not know of it. */
    volatile Clock initialized;
    /** For a class: what its instances carry. */
    volatile Shadows shadows;
    /** For a class: what is initialized with it. */
    volatile Class<?>[] above;
    volatile Readers readers;
    volatile Cell cells;
    private volatile Parts parts;
    /** For a class: its variables by their offsets. */
    volatile Addresses addresses;
    volatile Addresses staticAddresses;
    /** Set by the constructor of the class that declares the object's finalizer. */
    boolean finalizable;
    /** What an updater or variable handle names. For a class, without an agent: its fields. */
    volatile Object meaning;
    /** For a class: its {@link Containers.Kind}. For a container: its {@link Containers.Cell}. */
    volatile Object container;

    private static final class Entry extends Side {
        final Header header = new Header();

        Entry(Object object, int hash) {
            super(object, hash);
        }
    }

    static Header of(Object object) {
        Class<?> type = object.getClass();
        Header ofClass = ((JavaClass) (Object) type).$redflag$header;
        int offset = ofClass == null ? UNKNOWN : ofClass.instanceOffset;
        if (offset == UNKNOWN) {
            offset = instanceOffset(type);
        }
        if (offset == NONE) {
            return inTable(object);
        }
        Header header = in(object, offset);
        return header == SILENT ? inTable(object) : header;
    }

    /** The clock of a key of the models; null if the object is silent. */
    @ForceInline
    static Clock clockOfKey(Object key) {
        Header header = known(key);
        Clock c = header == null ? null : header.keyClock;
        return c != null || header == SILENT ? c : makeClockOfKey(key);
    }

    @DontInline
    private static Clock makeClockOfKey(Object key) {
        return isSilent(key) ? null : of(key).keyClock(key.getClass());
    }

    /** The object's header, if it has one in a field; it may be {@link #SILENT}. */
    @ForceInline
    private static Header known(Object object) {
        Header ofClass = ((JavaClass) (Object) object.getClass()).$redflag$header;
        int offset = ofClass == null ? UNKNOWN : ofClass.instanceOffset;
        return offset > 0 ? (Header) UNSAFE.getReferenceAcquire(object, offset) : null;
    }

    /** The shadows of fields beside an object that may have a header in a field; null if there are none. */
    static Cell cellsOf(Object object) {
        Header header = known(object);
        return header == null ? null : header.cells;
    }

    static boolean isSilent(Object key) {
        int offset = instanceOffset(key.getClass());
        return offset != NONE && UNSAFE.getReferenceAcquire(key, offset) == SILENT;
    }

    /** Whether a constructor of the object has said so. An object without a header is not. */
    static boolean isFinalizable(Object object) {
        // The class of a finalizable object has got its offset when the constructor above asked for the header.
        Header header = known(object);
        return header != null && header.finalizable;
    }

    static void silence(Object object) {
        int offset = object == null ? NONE : instanceOffset(object.getClass());
        if (offset != NONE) {
            UNSAFE.putReference(object, offset, SILENT);
        }
    }

    /** The object in a reference field that the class declares. */
    static Object fieldOf(Object owner, Class<?> type, String field) {
        return UNSAFE.getReferenceAcquire(owner, UNSAFE.objectFieldOffset(type, field));
    }

    private static Header in(Object object, long offset) {
        Header header = (Header) UNSAFE.getReferenceAcquire(object, offset);
        if (header == null) {
            Header fresh = fresh();
            boolean first = UNSAFE.compareAndSetReference(object, offset, null, fresh);
            header = first ? fresh : (Header) UNSAFE.getReferenceAcquire(object, offset);
        }
        return header;
    }

    private static Header fresh() {
        try {
            return new Header();
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return SPARE;
        }
    }

    @DontInline
    private static Header inTable(Object object) {
        int hash = System.identityHashCode(object);
        Side found = TABLE.find(object, hash);
        if (found != null) {
            return ((Entry) found).header;
        }
        try {
            return ((Entry) TABLE.add(new Entry(object, hash), object)).header;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return SPARE;
        }
    }

    /** The header of a class object itself. */
    static Header ofClass(Class<?> type) {
        return in(type, OFFSET_IN_CLASS);
    }

    private static final long OFFSET_IN_CLASS = UNSAFE.objectFieldOffset(Class.class, FIELD);

    private static int instanceOffset(Class<?> type) {
        int offset = ofClass(type).instanceOffset;
        return offset != UNKNOWN ? offset : findInstanceOffset(type);
    }

    @DontInline
    private static int findInstanceOffset(Class<?> type) {
        int offset = NONE;
        for (Class<?> c = type; c != null && offset == NONE; c = c.getSuperclass()) {
            offset = declaredOffset(c);
        }
        ofClass(type).instanceOffset = offset;
        return offset;
    }

    /** Where objects of the class keep their header, or -1. */
    static int offsetIn(Class<?> type) {
        return instanceOffset(type);
    }

    /** Where objects of the class keep what {@link Frozen} says of them, or -1. */
    static int frozenOffset(Class<?> type) {
        Header header = ofClass(type);
        if (header.frozenOffset == UNKNOWN) {
            header.frozenOffset = Frozen.offset(type);
        }
        return header.frozenOffset;
    }

    private static int declaredOffset(Class<?> type) {
        if (type.isArray() || type.isInterface() || type == Object.class) {
            return NONE;
        }
        try {
            return (int) UNSAFE.objectFieldOffset(type, FIELD);
        } catch (InternalError noSuchField) {
            return NONE;
        }
    }

    /** The clock of the object's monitor. */
    static Clock clockOf(Object object) {
        return of(object).clock(object);
    }

    /** As {@link #clockOf(Object)}, for a thread that may have asked before. */
    static Clock clockOf(Object object, ThreadState thread) {
        Class<?> type = object.getClass();
        Header ofClass = type == Object.class ? null : ((JavaClass) (Object) type).$redflag$header;
        int offset = type == Object.class ? NONE : ofClass == null ? UNKNOWN : ofClass.instanceOffset;
        if (offset == NONE) {
            int hash = System.identityHashCode(object);
            Side recent = thread.recentHeaders[hash & RECENT - 1];
            boolean known = recent != null && recent.get() == object;
            return known ? ((Entry) recent).header.clock(object) : findClock(object, hash, thread);
        }
        Header header = offset > 0 ? (Header) UNSAFE.getReferenceAcquire(object, offset) : null;
        Clock c = header == null ? null : header.clock;
        return c != null ? c : clockOf(object);
    }

    /** The clock of the monitor of an object that has its header in the table, where the thread will find it quickly. */
    @DontInline
    private static Clock findClock(Object object, int hash, ThreadState thread) {
        Clock c = inTable(object).clock(object);
        Side entry = TABLE.find(object, hash);
        if (entry != null) {
            try {
                if (thread.recentHeaders == NO_RECENT) {
                    thread.recentHeaders = new Side[RECENT];
                }
                thread.recentHeaders[hash & RECENT - 1] = entry;
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
            }
        }
        return c;
    }

    private Clock clock(Object object) {
        Clock c = clock;
        if (c == null) {
            Clock fresh = Clock.ofMonitor(object);
            c = UNSAFE.compareAndSetReference(this, CLOCK, null, fresh) ? fresh : clock;
        }
        return c;
    }

    /** Makes the clock of one key that of another, too. */
    static Clock shareClock(Object to, Object from) {
        Clock clock = clockOfKey(from);
        if (clock != null) {
            of(to).keyClock = clock;
        }
        return clock;
    }

    private Clock keyClock(Class<?> type) {
        Clock c = keyClock;
        if (c == null) {
            Clock fresh = Clock.fresh(type);
            c = UNSAFE.compareAndSetReference(this, KEY_CLOCK, null, fresh) ? fresh : keyClock;
        }
        return c;
    }

    /** The state of the object as a container; null if there is no memory for it. */
    Containers.Cell containerCell() {
        try {
            UNSAFE.compareAndSetReference(this, CONTAINER, null, new Containers.Cell());
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
        return (Containers.Cell) container;
    }

    /** Whether two objects of one class have the same header in their fields. */
    static boolean isShared(Object one, Object other) {
        if (one == null || one == other || one.getClass() != other.getClass()) {
            return false;
        }
        int offset = instanceOffset(one.getClass());
        Object header = offset == NONE ? null : UNSAFE.getReferenceAcquire(one, offset);
        return header != null && header == UNSAFE.getReferenceAcquire(other, offset);
    }

    /** A clone of an object of the JDK must not share its header. */
    static void renew(Object clone) {
        int offset = instanceOffset(clone.getClass());
        if (offset != NONE) {
            UNSAFE.putReference(clone, offset, null);
        }
    }

    /** The clock of one part of a composite object: an element, a field, or a map's entry. */
    @ReservedStackAccess
    Clock part(int key, Class<?> type) {
        Parts p = parts;
        try {
            if (p == null) {
                Parts fresh = new Parts();
                p = UNSAFE.compareAndSetReference(this, PARTS, null, fresh) ? fresh : parts;
            }
            return p.clock(key, type);
        } catch (OutOfMemoryError full) {
            return Clock.spare();
        }
    }

    /** The concurrent reads of the object's fields. */
    Readers readers() {
        Readers r = readers;
        if (r == null) {
            Readers fresh = new Readers();
            r = UNSAFE.compareAndSetReference(this, READERS, null, fresh) ? fresh : readers;
        }
        return r;
    }

    /** The shadow of a field whose class carries none. */
    @ReservedStackAccess
    Cell cell(int location) {
        for (Cell c = cells; c != null; c = c.next) {
            if (c.location == location) {
                return c;
            }
        }
        Cell fresh = Cell.fresh(location);
        Spin.lock(this, SPIN);
        Cell c = cells;
        while (c != null && c.location != location) {
            c = c.next;
        }
        if (c == null) {
            c = fresh;
            fresh.next = cells;
            cells = fresh;
        }
        Spin.unlock(this, SPIN);
        return c;
    }
}
