package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.Unsafe;

/**
 * Final fields (JLS 17.5): whoever reads a final field sees what was written to the object behind it
 * before the constructor ended, however it got hold of the object. So such a read is no race.
 *
 * <p>At a constructor's end the objects and arrays behind its final fields get a {@link Stamp}: the time, and of other threads
 * that have written there what the constructor's thread knows. A read that would race with a write that the stamp has is
 * excused. So is then a read further down the chain of references: of data that the same threads wrote before the same
 * times, through a reference loaded from a field or element. Unlike the specification this does not follow the
 * chain itself, so a race on older data of those threads, reached through a field, may be missed after such
 * a read, and one on what was written between two constructors that freeze the same object. What the constructor's thread knew of other threads' writes is kept for arrays and containers only: of what is behind
 * the fields of an object, and a third thread wrote, a read may be told of that is no race.
 */
final class Frozen {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final String FIELD = "$redflag$frozen";
    private static final long OF_ARRAY = UNSAFE.objectFieldOffset(ArrayShadow.class, "frozen");
    private static final long OF_CONTAINER = UNSAFE.objectFieldOffset(Containers.Cell.class, "frozen");

    private static final int MOST_DIMENSIONS = 4;

    /** Whether any array has ever been stamped. */
    static volatile boolean anyArray;

    private Frozen() {}

    /** The constructor of an object that refers to this value in a final field ends. */
    @DontInline
    static void freeze(Object value, ThreadState thread) {
        Class<?> type = value.getClass();
        if (type.isArray()) {
            ArrayShadow shadow = ArrayShadow.known(value);
            if (shadow != null) {
                anyArray = true;
                freezeArray(shadow, thread, MOST_DIMENSIONS);
            }
            return;
        }
        int offset = Header.frozenOffset(type);
        if (offset > 0) {
            Shadows shadows = Shadows.of(type, thread);
            Stamp last;
            Stamp stamp;
            do {
                last = at(value, offset);
                stamp = shadows.stamp(value, thread, last);
            } while (stamp != last && !UNSAFE.compareAndSetReference(value, offset, last, stamp));
        }
        Containers.Cell container = Containers.known(value, thread);
        if (container != null) {
            freezeContainer(container, thread);
        }
    }

    /** Stamps the array and the arrays that are its elements, which it may be one of itself. */
    private static void freezeArray(ArrayShadow shadow, ThreadState thread, int dimensions) {
        Stamp last;
        Stamp stamp;
        do {
            last = at(shadow, OF_ARRAY);
            stamp = shadow.stamp(thread, last);
        } while (!UNSAFE.compareAndSetReference(shadow, OF_ARRAY, last, stamp));
        ArrayShadow[] rows = dimensions == 1 ? null : shadow.rows();
        for (int i = 0; rows != null && i < rows.length; i++) {
            if (rows[i] != null) {
                freezeArray(rows[i], thread, dimensions - 1);
            }
        }
    }

    private static void freezeContainer(Containers.Cell cell, ThreadState thread) {
        Stamp last;
        Stamp stamp;
        do {
            last = at(cell, OF_CONTAINER);
            stamp = Stamp.ofHolder(thread, last).with(cell.writeEpoch, thread, last);
        } while (!UNSAFE.compareAndSetReference(cell, OF_CONTAINER, last, stamp));
    }

    private static Stamp at(Object base, long offset) {
        return (Stamp) UNSAFE.getReferenceAcquire(base, offset);
    }

    /** Where objects of the class keep their stamp, or -1; for {@link Header} to remember. */
    static int offset(Class<?> type) {
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            try {
                return (int) UNSAFE.objectFieldOffset(c, FIELD);
            } catch (InternalError noSuchField) {
                continue;
            }
        }
        return -1;
    }

    /** Whether a read of what has this stamp may be excused by it, which must be known before the next read. */
    static boolean mayExcuse(Stamp stamp, ThreadState reader) {
        for (Stamp s = stamp; s != null; s = s.next) {
            if (s.isNews(reader)) {
                return true;
            }
        }
        return false;
    }

    /** A thread begins to read elements of an array, which will be checked later. */
    static void enter(ArrayShadow shadow, ThreadState reader) {
        for (Stamp s = shadow.frozen; s != null; s = s.next) {
            if (s.isNews(reader)) {
                reader.sawFrozen(s);
            }
        }
    }

    /** Whether a read is excused for a write that is not ordered before it. */
    static boolean excuses(
            ThreadState reader, int site, Object owner, int location, long written, int writtenAt) {
        return excuses(reader, site, owner, location, written, writtenAt, stamp(owner, location, reader));
    }

    /** As above, of data that had this stamp when it was read. */
    static boolean excuses(
            ThreadState reader, int site, Object owner, int location, long written, int writtenAt, Stamp stamp) {
        int slot = Epoch.slot(written);
        long time = ThreadState.timeOf(written, writtenAt);
        boolean frozen = time <= Stamp.timeOf(slot, stamp);
        boolean further = time <= reader.frozenSeen(slot) && !(owner instanceof Class);
        if (!frozen && !further || !Native.dereferenced(site)) {
            return false;
        }
        for (Stamp s = frozen ? stamp : null; s != null; s = s.next) {
            reader.sawFrozen(s);
        }
        if (Trace.ON) {
            Trace.excused(owner, location, reader);
        }
        return true;
    }

    private static Stamp stamp(Object owner, int location, ThreadState reader) {
        if (location == Containers.LOCATION) {
            return Containers.stamp(owner);
        }
        if (owner instanceof ArrayShadow) {
            // What is checked late was put off because no stamp excused it; one that came since does not either.
            return reader.isLate() ? null : ((ArrayShadow) owner).frozen;
        }
        int offset = owner instanceof Class ? -1 : Header.frozenOffset(owner.getClass());
        return offset > 0 ? at(owner, offset) : null;
    }
}
