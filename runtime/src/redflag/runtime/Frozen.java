package redflag.runtime;

import redflag.runtime.jdk.Unsafe;

/**
 * Final fields (JLS 17.5): whoever reads a final field sees what was written to the object behind it
 * before the constructor ended, however it got hold of the object. So such a read is no race.
 *
 * <p>At a constructor's end the objects and arrays behind its final fields are stamped with the time. A
 * read that would race with a write not after that stamp, by the stamping thread, is excused. So is then a
 * read further down the chain of references: of data that the same thread wrote before the same time,
 * through a reference loaded from a field or element. Unlike the specification this does not follow the
 * chain itself, so a race on older data of that thread, reached through a field, may be missed after such
 * a read.
 */
final class Frozen {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final String FIELD = "$redflag$frozen";
    /** A stamp is the slot above a time (clock and acquisitions) of this many bits. */
    private static final int TIME_BITS = Epoch.CLOCK_BITS;

    private static final long TIME_MASK = (1L << TIME_BITS) - 1;

    /** Whether any array has ever been stamped. */
    static volatile boolean anyArray;

    private Frozen() {}

    /** The constructor of an object that refers to this value in a final field ends. */
    static void freeze(Object value, ThreadState thread) {
        long stamp = (long) thread.slot << TIME_BITS | time(thread.epoch, thread.acquisitions);
        Class<?> type = value.getClass();
        if (type.isArray()) {
            ArrayShadow shadow = ArrayShadow.known(value);
            if (shadow != null) {
                anyArray = true;
                shadow.freeze(stamp);
            }
            return;
        }
        int offset = Header.frozenOffset(type);
        if (offset > 0) {
            UNSAFE.putLong(value, offset, stamp);
        }
        Containers.freeze(value, stamp, thread);
    }

    /** Writes after the stamp must be later than it, though the epoch stays the same. */
    static void advance(ThreadState thread) {
        thread.countAcquisition();
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
    static boolean mayExcuse(long stamp, ThreadState reader) {
        return stamp != 0 && !reader.covers(Epoch.of((int) (stamp >>> TIME_BITS), ThreadState.clockOf(stamp & TIME_MASK)));
    }

    /** A thread begins to read elements of an array, which will be checked later. */
    static void enter(ArrayShadow shadow, ThreadState reader) {
        long stamp = shadow.frozen;
        if (mayExcuse(stamp, reader)) {
            reader.sawFrozen((int) (stamp >>> TIME_BITS), stamp & TIME_MASK);
        }
    }

    /** Whether a read is excused for a write that is not ordered before it. */
    static boolean excuses(
            ThreadState reader, int site, Object owner, int location, long written, int writtenAt) {
        return excuses(reader, site, owner, location, written, writtenAt, stamp(owner, location, reader));
    }

    /** As above, of data that had this stamp when it was read. */
    static boolean excuses(
            ThreadState reader, int site, Object owner, int location, long written, int writtenAt, long stamp) {
        int slot = Epoch.slot(written);
        long time = time(written, writtenAt);
        boolean frozen = stamp != 0 && (int) (stamp >>> TIME_BITS) == slot && time <= (stamp & TIME_MASK);
        boolean further = time <= reader.frozenSeen(slot) && !(owner instanceof Class);
        if (!frozen && !further || !Native.dereferenced(site)) {
            return false;
        }
        if (frozen) {
            reader.sawFrozen(slot, stamp & TIME_MASK);
        }
        if (Trace.ON) {
            Trace.excused(reader);
        }
        return true;
    }

    private static long stamp(Object owner, int location, ThreadState reader) {
        if (location == Containers.LOCATION) {
            return Containers.stamp(owner);
        }
        if (owner instanceof ArrayShadow) {
            // What is checked late was put off because no stamp excused it; one that came since does not either.
            return reader.isLate ? 0 : ((ArrayShadow) owner).frozen;
        }
        int offset = owner instanceof Class ? -1 : Header.frozenOffset(owner.getClass());
        return offset > 0 ? UNSAFE.getLong(owner, offset) : 0;
    }

    private static long time(long epoch, int siteWord) {
        return ThreadState.timeOf(epoch, siteWord) & TIME_MASK;
    }
}
