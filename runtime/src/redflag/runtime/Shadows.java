package redflag.runtime;

import java.lang.reflect.Field;
import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.Unsafe;

/** All that the agent added to the instances of a class, superclasses included. */
final class Shadows {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final String WRITE_EPOCH = "$redflag$w$";
    private static final String WRITE_SITE = "$redflag$ws$";

    private final long[] writeEpochs;
    private final long[] writeSites;
    /** Also the numbers of {@link SharedReads}, which the clone's fields do not share with the original's. */
    private final long[] readSites;
    private final long[] readEpochs;
    /** Header, {@link Stamp}, clocks of volatile fields, array shadows. */
    private final long[] references;

    private Shadows(Field[] fields) {
        int[] counts = new int[5];
        long[][] offsets = new long[5][fields.length];
        for (int i = 0; i < fields.length; i++) {
            int kind = kind(fields[i]);
            if (kind >= 0) {
                offsets[kind][counts[kind]++] = UNSAFE.objectFieldOffset(fields[i]);
            }
        }
        writeEpochs = first(offsets[0], counts[0]);
        writeSites = first(offsets[1], counts[1]);
        readEpochs = first(offsets[2], counts[2]);
        references = first(offsets[3], counts[3]);
        readSites = first(offsets[4], counts[4]);
    }

    private static int kind(Field field) {
        if (field.getType() == int.class) {
            return field.getName().startsWith(WRITE_SITE) ? 1 : 4;
        }
        if (field.getType() == long.class) {
            return field.getName().startsWith(WRITE_EPOCH) ? 0 : 2;
        }
        return field.getType().isPrimitive() ? -1 : 3;
    }

    private static long[] first(long[] all, int count) {
        long[] some = new long[count];
        for (int i = 0; i < count; i++) {
            some[i] = all[i];
        }
        return some;
    }

    static Shadows of(Class<?> type) {
        Header header = Header.ofClass(type);
        Shadows known = header.shadows;
        if (known == null) {
            Field[] injected = Native.injected(type);
            known = new Shadows(injected == null ? new Field[0] : injected);
            header.shadows = known;
        }
        return known;
    }

    /** As {@link #of(Class)}, where code of the program runs. */
    static Shadows of(Class<?> type, ThreadState thread) {
        Shadows known = Header.ofClass(type).shadows;
        if (known != null) {
            return known;
        }
        thread.inside++;
        try {
            return of(type);
        } finally {
            thread.inside--;
        }
    }

    /** The stamp that an object gets when the thread freezes it. */
    Stamp stamp(Object object, ThreadState thread, Stamp earlier) {
        Stamp beside = earlier != null && has(object, thread, earlier) ? Stamp.beside(earlier, thread) : null;
        return beside != null ? beside : freshStamp(object, thread, earlier);
    }

    private boolean has(Object object, ThreadState thread, Stamp stamp) {
        for (int i = 0; i < writeEpochs.length; i++) {
            if (!stamp.has(UNSAFE.getLong(object, writeEpochs[i]), thread)) {
                return false;
            }
        }
        return Header.cellsOf(object) == null;
    }

    @DontInline
    private Stamp freshStamp(Object object, ThreadState thread, Stamp earlier) {
        Stamp stamp = Stamp.of(thread);
        for (int i = 0; i < writeEpochs.length; i++) {
            stamp = stamp.with(UNSAFE.getLong(object, writeEpochs[i]), thread, earlier);
        }
        for (Cell cell = Header.cellsOf(object); cell != null; cell = cell.next) {
            stamp = stamp.with(cell.writeEpoch, thread, earlier);
        }
        return stamp;
    }

    /** Makes the shadows of a fresh object those of one that the thread has just written. */
    void renew(Object fresh, ThreadState thread, int site) {
        renew(fresh, thread.epoch, site | thread.acquisitions);
        if (Locations.COUNTED) {
            Locations.made(writeEpochs.length, thread);
        }
    }

    /** As {@link #renew}, of an object that nobody has written: no place in the program's code did. */
    void renew(Object fresh) {
        renew(fresh, 0, 0);
    }

    private void renew(Object fresh, long epoch, int site) {
        for (int i = 0; i < references.length; i++) {
            UNSAFE.putReference(fresh, references[i], null);
        }
        for (int i = 0; i < readEpochs.length; i++) {
            UNSAFE.putLong(fresh, readEpochs[i], 0);
        }
        for (int i = 0; i < readSites.length; i++) {
            UNSAFE.putInt(fresh, readSites[i], 0);
        }
        for (int i = 0; i < writeSites.length; i++) {
            UNSAFE.putInt(fresh, writeSites[i], site);
        }
        for (int i = 0; i < writeEpochs.length; i++) {
            UNSAFE.putLong(fresh, writeEpochs[i], epoch);
        }
    }
}
