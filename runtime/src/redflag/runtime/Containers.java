package redflag.runtime;

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
        /** What the receiver last was or led to; replaced without a lock. */
        private Base base;
        /** Whether the program knows the container inside by this class: the set that hides a map. */
        private final boolean wraps;

        private Kind() {
            effects = null;
            conditions = null;
            of = 0;
            elements = 0;
            wraps = false;
        }

        private Kind(Class<?> type, String[] said) {
            effects = said[0].toCharArray();
            of = said[1] == null ? 0 : offset(type, said[1]);
            elements = said[2] == null ? 0 : offset(type, said[2]);
            wraps = of != 0 && type.getName().indexOf('$') < 0;
            conditions = new long[said.length - 3];
            for (int i = 0; i < conditions.length; i++) {
                conditions[i] = offset(type, said[i + 3]);
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

        private char effect(int method, Object receiver) {
            char effect = effects[method];
            if (effect < FIRST_CONDITION || effect >= FIRST_CONDITION + 2 * conditions.length) {
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

        /** Spin bit in the write epoch. */
        long writeEpoch;
        long readEpoch;
        int writeSite;
        int readSite;
        /** The stamp of {@link Frozen}. */
        long frozen;
        /** Shadow of the array of the list's elements, once one was replaced. */
        ArrayShadow elements;
        /** The class that the program knows it by; written without a lock, always with a good one. */
        Class<?> shown;
    }

    /** Before a call of a method that may be a container's: its number, and the place as one that reads and writes. */
    public static void called(Object receiver, ThreadState thread, int method, int readSite, int writeSite) {
        if (receiver == null || thread.inside > 0) {
            return;
        }
        Header ofClass = ((JavaClass) (Object) receiver.getClass()).$redflag$header;
        Kind kind = ofClass == null ? null : (Kind) ofClass.container;
        if (kind != Kind.NONE && (Trace.ON || kind == null || !isNoted(receiver, kind, thread, method))) {
            check(receiver, kind, thread, method, readSite, writeSite);
        }
    }

    /** Whether the call does nothing, or nothing new in the thread's epoch. Small, to be compiled into callers. */
    private static boolean isNoted(Object receiver, Kind kind, ThreadState thread, int method) {
        char effect = kind.effect(method, receiver);
        if (effect == Kind.NEITHER) {
            return true;
        }
        Cell cell = kind.cellOf(receiver);
        return cell != null && (effect == Kind.WRITE ? cell.writeEpoch : cell.readEpoch) == thread.epoch;
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
        Object container = effect == Kind.NEITHER ? null : kind.of == 0 ? receiver : base(receiver, thread);
        if (container != null) {
            access(container, receiver, kind, thread, effect == Kind.WRITE, readSite, writeSite);
        }
    }

    private static void access(
            Object container, Object receiver, Kind kind, ThreadState thread, boolean write,
            int readSite, int writeSite) {
        Cell cell = cell(container);
        // A place without a number: the call names a type that the models do not know the method of.
        if (cell == null || (write ? writeSite : readSite) == 0) {
            return;
        }
        kind.found(container);
        if (kind.wraps || cell.shown == null) {
            cell.shown = kind.of == 0 || kind.wraps ? receiver.getClass() : container.getClass();
        }
        if (Trace.ON) {
            Trace.access(container, LOCATION, thread, write ? writeSite : readSite);
        }
        if (write) {
            if (cell.writeEpoch != thread.epoch) {
                Detector.writeContainer(container, cell, thread, writeSite);
            }
        } else if (cell.readEpoch != thread.epoch) {
            Detector.readContainer(container, cell, thread, readSite);
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

    /** The constructor of an object that refers to the value in a final field ends. */
    static void freeze(Object value, long stamp, ThreadState thread) {
        Object container = kind(value.getClass(), thread) == Kind.NONE ? null : base(value, thread);
        Object cell = container == null ? null : Header.of(container).container;
        if (cell != null) {
            ((Cell) cell).frozen = stamp;
        }
    }

    /** The stamp of {@link Frozen} on an object that may be a container. */
    static long stamp(Object object) {
        Object cell = Header.of(object).container;
        return cell instanceof Cell ? ((Cell) cell).frozen : 0;
    }

    static Class<?> shown(Object container) {
        return cell(container).shown;
    }
}
