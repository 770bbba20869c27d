package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.JavaClass;
import redflag.runtime.jdk.Unsafe;

/**
 * Containers of the JDK, such as {@code HashMap}: to the program's calls each is one location. Which
 * methods read and which write it is said by the models, for the class that the receiver really has.
 */
public final class Containers {
    private static final Unsafe UNSAFE = Spin.UNSAFE;

    /** Tells the container itself from the fields of an object. */
    static final int LOCATION = -2;
    /** How many containers a thread has at hand as read in its epoch; a power of two. */
    private static final int MOST_READ = 16;

    /** Views of views of containers are followed so far. */
    private static final int MAX_DEPTH = 16;

    private Containers() {}

    /** A class of containers, and where its objects keep their header. */
    private static final class Base {
        final Class<?> type;
        final long header;

        Base(Class<?> type, long header) {
            this.type = type;
            this.header = header;
        }
    }

    /** What calls of the methods of a class do, as {@link Native#container} says it. */
    static final class Kind {
        private static final char NEITHER = 'n';
        private static final char READ = 'r';
        private static final char WRITE = 'w';
        private static final char WRITE_ELEMENT = 'W';
        private static final char LOCKED = 'l';
        private static final char FIRST_CONDITION = '0';
        static final Kind NONE = new Kind();

        /** By the method's number. */
        private final char[] effects;
        /** Where the boolean fields lie that effects depend on. */
        private final long[] conditions;
        /** Where a view refers to what it is a view of; 0 for a container. */
        private final long of;
        /** Where a list keeps the array of its elements; 0 if that does not matter. */
        private final long elements;
        /** Where a wrapper refers to the object whose monitor it enters; 0 if it enters none. */
        private final long lock;
        /** What the receiver last was or led to; replaced without a lock. */
        private Base base;
        /** Whether the program knows the container inside by this class: the set that hides a map. */
        private final boolean wraps;

        private Kind() {
            effects = null;
            conditions = null;
            of = 0;
            elements = 0;
            lock = 0;
            wraps = false;
        }

        private Kind(Class<?> type, String[] said) {
            effects = said[0].toCharArray();
            of = said[1] == null ? 0 : offset(type, said[1]);
            elements = said[2] == null ? 0 : offset(type, said[2]);
            lock = said[3] == null ? 0 : offset(type, said[3]);
            wraps = of != 0 && type.getName().indexOf('$') < 0;
            conditions = new long[said.length - 4];
            for (int i = 0; i < conditions.length; i++) {
                conditions[i] = offset(type, said[i + 4]);
            }
        }

        static Kind of(Class<?> type) {
            Header header = Header.ofClass(type);
            Kind kind = (Kind) header.container;
            if (kind == null) {
                String[] said = Native.container(type);
                kind = said == null ? NONE : new Kind(type, said);
                header.container = kind;
            }
            return kind;
        }

        private static long offset(Class<?> type, String field) {
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                try {
                    return UNSAFE.objectFieldOffset(c, field);
                } catch (InternalError noSuchField) {
                    continue;
                }
            }
            throw new InternalError(field);
        }

        /** Remembers where containers of this class keep their header, if they have one of their own. */
        private void found(Object container) {
            Base known = base;
            // A class of the JDK must not keep one of the program alive.
            boolean lasting = of == 0 || container.getClass().getClassLoader() == null;
            if (lasting && (known == null || known.type != container.getClass())) {
                int offset = Header.offsetIn(container.getClass());
                if (offset > 0) {
                    base = new Base(container.getClass(), offset);
                }
            }
        }

        /** The state of the container that the receiver is or leads to, if the way is the usual one. */
        private Cell cellOf(Object receiver) {
            Object container = of == 0 ? receiver : UNSAFE.getReferenceAcquire(receiver, of);
            Base usual = base;
            if (usual == null || container == null || container.getClass() != usual.type) {
                return null;
            }
            Header header = (Header) UNSAFE.getReferenceAcquire(container, usual.header);
            return header == null ? null : (Cell) header.container;
        }

        /** Whether the method always does the same to a receiver, whose container is never replaced. */
        private boolean isSteady(int method) {
            char effect = effects[method];
            return effect < FIRST_CONDITION || effect >= FIRST_CONDITION + 2 * conditions.length;
        }

        private char effect(int method, Object receiver) {
            char effect = effects[method];
            if (isSteady(method)) {
                return effect;
            }
            int number = effect - FIRST_CONDITION;
            boolean holds = UNSAFE.getBoolean(receiver, conditions[number / 2]);
            return holds == (number % 2 == 0) ? WRITE : READ;
        }
    }

    /** The state of a container. */
    static final class Cell {
        static final long WRITE_EPOCH = UNSAFE.objectFieldOffset(Cell.class, "writeEpoch");
        static final long READ_EPOCH = UNSAFE.objectFieldOffset(Cell.class, "readEpoch");
        static final long WRITE_SITE = UNSAFE.objectFieldOffset(Cell.class, "writeSite");
        static final long READ_SITE = UNSAFE.objectFieldOffset(Cell.class, "readSite");

        /** Counts up, so that cells which are used together find different places in a small table; not unique. */
        private static int next;

        final int number = next++;
        /** Spin bit in the write epoch. */
        long writeEpoch;
        long readEpoch;
        int writeSite;
        int readSite;
        /** What {@link Frozen} says of it; null if nothing. */
        Stamp frozen;
        /** Shadow of the array of the list's elements, once one was replaced. */
        ArrayShadow elements;
        /** The class that the program knows it by; written without a lock, always with a good one. */
        Class<?> shown;
    }

    /**
     * Before a call of a method that may be a container's: its number, and the place as one that reads and writes. Answers the
     * thread's epoch if calls of this method of this object tell nothing new as long as that stays, else 0.
     */
    @DontInline
    public static long called(Object receiver, ThreadState thread, int method, int readSite, int writeSite) {
        if (receiver == null || thread.inside > 0) {
            return 0;
        }
        Header ofClass = ((JavaClass) (Object) receiver.getClass()).$redflag$header;
        Kind kind = ofClass == null ? null : (Kind) ofClass.container;
        if (kind == Kind.NONE) {
            return thread.epoch;
        }
        if (Trace.ON || kind == null || !isNoted(receiver, kind, thread, method)) {
            check(receiver, kind, thread, method, readSite, writeSite);
            return 0;
        }
        return kind.isSteady(method) ? thread.epoch : 0;
    }

    /** Whether the call does nothing, or nothing new in the thread's epoch. Small, to be compiled into callers. */
    private static boolean isNoted(Object receiver, Kind kind, ThreadState thread, int method) {
        char effect = kind.effect(method, receiver);
        if (effect == Kind.NEITHER || effect == Kind.LOCKED) {
            return effect == Kind.NEITHER;
        }
        Cell cell = kind.cellOf(receiver);
        return cell != null
                && (effect == Kind.WRITE ? cell.writeEpoch == thread.epoch : cell.readEpoch == thread.epoch || hasRead(thread, cell));
    }

    /** Whether it is known at once that the thread has read the container in its present epoch, maybe beside others. */
    private static boolean hasRead(ThreadState thread, Cell cell) {
        return thread.readCellsEpoch == thread.epoch && thread.readCells[cell.number & MOST_READ - 1] == cell;
    }

    private static void noteRead(ThreadState thread, Cell cell) {
        try {
            if (thread.readCells == null) {
                thread.readCells = new Cell[MOST_READ];
            }
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return;
        }
        if (thread.readCellsEpoch != thread.epoch) {
            for (int i = 0; i < MOST_READ; i++) {
                thread.readCells[i] = null;
            }
            thread.readCellsEpoch = thread.epoch;
        }
        thread.readCells[cell.number & MOST_READ - 1] = cell;
    }

    /**
     * As {@link #called}, through a class of the program. Answers 1 if objects of that class are no containers: as
     * the receiver is none, no class between it and the JDK's is one.
     */
    public static int calledLinked(Object receiver, ThreadState thread, int method, int readSite, int writeSite) {
        if (receiver == null || thread.inside > 0) {
            return 0;
        }
        Kind kind = kind(receiver.getClass(), thread);
        if (kind == Kind.NONE) {
            return 1;
        }
        check(receiver, kind, thread, method, readSite, writeSite);
        return 0;
    }

    /** Before a call of a superclass's method, where the receiver's class may override it. */
    public static void calledSuper(
            Object receiver, Class<?> named, ThreadState thread, int method, int readSite, int writeSite) {
        if (thread.inside == 0) {
            check(receiver, kind(named, thread), thread, method, readSite, writeSite);
        }
    }

    /**
     * Before a call of a list's method with an element's index: replacing an element does not change the list, so
     * two threads may replace different ones. The sites are those of the element. Reads before the list's first
     * replacement are not remembered.
     */
    public static void element(
            Object receiver, int index, ThreadState thread, int method, int readSite, int writeSite) {
        if (receiver == null || thread.inside > 0) {
            return;
        }
        Header ofClass = ((JavaClass) (Object) receiver.getClass()).$redflag$header;
        Kind kind = ofClass == null ? null : (Kind) ofClass.container;
        if (kind == null || kind.elements == 0) {
            return;
        }
        char effect = kind.effects[method];
        Cell cell = kind.cellOf(receiver);
        if (cell != null && (cell.elements != null || effect == Kind.WRITE_ELEMENT)) {
            Object[] array = (Object[]) UNSAFE.getReferenceAcquire(receiver, kind.elements);
            element(cell, array, index, thread, effect == Kind.WRITE_ELEMENT, readSite, writeSite);
        }
    }

    private static void element(
            Cell cell, Object[] array, int index, ThreadState thread, boolean write, int readSite, int writeSite) {
        if (index < 0 || index >= array.length) {
            return;
        }
        if (Trace.ON) {
            Trace.element(array, index, thread, write ? writeSite : readSite);
        }
        if (write) {
            cell.elements = Checks.arrayWrite(array, index, thread, writeSite, cell.elements);
        } else {
            Checks.arrayRead(array, index, thread, readSite, cell.elements);
        }
    }

    private static void check(
            Object receiver, Kind known, ThreadState thread, int method, int readSite, int writeSite) {
        Kind kind = known != null ? known : kind(receiver.getClass(), thread);
        if (kind == Kind.NONE || Memory.stopped()) {
            return;
        }
        char effect = kind.effect(method, receiver);
        if (effect != Kind.NEITHER && kind.of != 0) {
            checkBehind(receiver, kind, thread, method, readSite, writeSite);
        } else if (effect != Kind.NEITHER) {
            kind.found(receiver);
            access(receiver, null, thread, effect == Kind.WRITE, effect == Kind.WRITE ? writeSite : readSite);
        }
    }

    /** The call of a view or wrapper, as an access of the container that it leads to. */
    private static void checkBehind(
            Object view, Kind kind, ThreadState thread, int method, int readSite, int writeSite) {
        Object object = view;
        Kind of = kind;
        char effect = kind.effect(method, view);
        Class<?> shown = null;
        Object lock = null;
        for (int i = 0; i < MAX_DEPTH && of.of != 0; i++) {
            // Of several locks that are entered on the way, the last one is nearest to the access.
            lock = of.effects[method] == Kind.LOCKED ? UNSAFE.getReferenceAcquire(object, of.lock) : lock;
            shown = of.wraps ? object.getClass() : shown;
            object = UNSAFE.getReferenceAcquire(object, of.of);
            of = object == null ? Kind.NONE : kind(object.getClass(), thread);
            if (of == Kind.NONE) {
                return;
            }
            effect = effect == Kind.LOCKED ? of.effect(method, object) : effect;
        }
        if (of.of != 0 || effect == Kind.NEITHER) {
            return;
        }
        kind.found(object);
        int site = effect == Kind.WRITE ? writeSite : readSite;
        if (lock == null) {
            access(object, shown, thread, effect == Kind.WRITE, site);
        } else if (!Header.isSilent(lock)) {
            announce(lock, object, shown, thread, effect == Kind.WRITE, site);
        }
    }

    private static void access(Object container, Class<?> shown, ThreadState thread, boolean write, int site) {
        Cell cell = cell(container);
        // A place without a number: the call names a type that the models do not know the method of.
        if (cell == null || site == 0) {
            return;
        }
        if (shown != null || cell.shown == null) {
            cell.shown = shown != null ? shown : container.getClass();
        }
        if (Trace.ON) {
            Trace.access(container, LOCATION, thread, site);
        }
        if (write) {
            if (cell.writeEpoch != thread.epoch) {
                Detector.writeContainer(container, cell, thread, site);
            }
        } else if (cell.readEpoch != thread.epoch && !hasRead(thread, cell)) {
            Detector.readContainer(container, cell, thread, site);
            if (thread.optimistic == null && cell.readEpoch != thread.epoch) {
                noteRead(thread, cell);
            }
        }
    }

    /** A call of a wrapper that locks, which the thread is about to make: its access happens inside, under the lock. */
    static final class LockedCall {
        private final Object lock;
        private final Object container;
        private final Class<?> shown;
        private final boolean write;
        private final int site;

        LockedCall(Object lock, Object container, Class<?> shown, boolean write, int site) {
            this.lock = lock;
            this.container = container;
            this.shown = shown;
            this.write = write;
            this.site = site;
        }
    }

    private static void announce(
            Object lock, Object container, Class<?> shown, ThreadState thread, boolean write, int site) {
        try {
            thread.lockedCall = new LockedCall(lock, container, shown, write, site);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        }
    }

    /** JDK code has entered a monitor: if the thread called a wrapper for that, now is the access. */
    static void locked(Object lock, ThreadState thread) {
        LockedCall call = thread.lockedCall;
        if (call != null && call.lock == lock) {
            thread.lockedCall = null;
            access(call.container, call.shown, thread, call.write, call.site);
        }
    }

    private static Kind kind(Class<?> type, ThreadState thread) {
        Header header = ((JavaClass) (Object) type).$redflag$header;
        Object known = header == null ? null : header.container;
        if (known != null) {
            return (Kind) known;
        }
        thread.inside++;
        try {
            return Kind.of(type);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return Kind.NONE;
        } catch (InternalError noSuchField) {
            // Not as this JDK is known to keep it.
            Header.ofClass(type).container = Kind.NONE;
            return Kind.NONE;
        } finally {
            thread.inside--;
        }
    }

    /** What a view is a view of, at last; null if that is no container. */
    private static Object base(Object view, ThreadState thread) {
        Object object = view;
        for (int i = 0; i < MAX_DEPTH && object != null; i++) {
            Kind kind = kind(object.getClass(), thread);
            if (kind == Kind.NONE) {
                return null;
            }
            if (kind.of == 0) {
                return object;
            }
            object = UNSAFE.getReferenceAcquire(object, kind.of);
        }
        return null;
    }

    private static Cell cell(Object container) {
        Header header = Header.of(container);
        Cell cell = (Cell) header.container;
        return cell != null ? cell : header.containerCell();
    }

    /** The state of the container that a value is or leads to; null if there is none. */
    static Cell known(Object value, ThreadState thread) {
        Object container = kind(value.getClass(), thread) == Kind.NONE ? null : base(value, thread);
        return container == null ? null : (Cell) Header.of(container).container;
    }

    /** What {@link Frozen} says of an object that may be a container. */
    static Stamp stamp(Object object) {
        Object cell = Header.of(object).container;
        return cell instanceof Cell ? ((Cell) cell).frozen : null;
    }

    static Class<?> shown(Object container) {
        return cell(container).shown;
    }
}
