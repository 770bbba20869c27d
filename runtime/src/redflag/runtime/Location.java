package redflag.runtime;

import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * What a field reference means: its kind and where its shadow lies. Linked at the reference's first
 * execution.
 */
final class Location {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final long SPIN = UNSAFE.objectFieldOffset(Table.class, "spin");

    enum Kind {
        /** The declaring class carries shadow fields. */
        PLAIN,
        /** Only constructors write it, while nobody else knows the object: its shadow tells nothing of reads. */
        SETTLED,
        /** Declared in a class without shadow fields, such as the JDK's. */
        BESIDE,
        VOLATILE,
        /** Volatile, in a class without a clock for it. */
        VOLATILE_BESIDE,
        /** Final, or exempt from checking by an annotation: not checked. */
        FINAL,
    }

    private static final class Table {
        volatile int spin;
        volatile Location[] bySite = new Location[1 << 12];
    }

    private static final Table TABLE = new Table();

    /** What is not known is left alone. */
    private static final Location UNKNOWN = new Location(0, Kind.FINAL, null, 0, new long[5]);

    /** Tells the fields of one object, or the static fields of one class, apart. */
    final int key;
    final Kind kind;
    /** Null for an instance field. Weak, because the table outlives classes. */
    private final WeakReference<Class<?>> declarer;
    final long writeEpoch;
    final long readEpoch;
    final long writeSite;
    final long readSite;
    final long clock;
    /** Where the field's object keeps its header; 0 if that is not known. */
    private final int header;

    private Location(int key, Kind kind, Class<?> declarer, int header, long[] shadows) {
        this.key = key;
        this.kind = kind;
        this.declarer = declarer == null ? null : new WeakReference<Class<?>>(declarer);
        this.header = header;
        writeEpoch = shadows[0];
        readEpoch = shadows[1];
        writeSite = shadows[2];
        readSite = shadows[3];
        clock = shadows[4];
    }

    /** The site's location, if it is linked. */
    static Location known(int site) {
        Location[] all = TABLE.bySite;
        return site < all.length ? all[site] : null;
    }

    static Location of(int site, Object owner) {
        Location[] known = TABLE.bySite;
        Location location = site < known.length ? known[site] : null;
        return location != null ? location : link(site, owner);
    }

    @ReservedStackAccess
    private static Location link(int site, Object owner) {
        Field[] fields = Native.link(site, owner);
        Spin.lock(TABLE, SPIN);
        try {
            Location[] known = TABLE.bySite;
            if (site >= known.length) {
                Location[] more = new Location[Math.max(site + 1, known.length * 2)];
                for (int i = 0; i < known.length; i++) {
                    more[i] = known[i];
                }
                known = more;
            }
            TABLE.bySite = known;
            if (known[site] != null) {
                return known[site];
            }
            Location fresh = linked(fields);
            if (!fresh.isStatic() || Native.isUnique(site)) {
                known[site] = fresh;
            }
            return fresh;
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return UNKNOWN;
        } finally {
            Spin.unlock(TABLE, SPIN);
        }
    }

    /** These sites turn out to be those of several classes. */
    static void forget(int first, int count) {
        Spin.lock(TABLE, SPIN);
        Location[] known = TABLE.bySite;
        for (int site = first; site < first + count && site < known.length; site++) {
            if (known[site] != null && known[site].isStatic()) {
                known[site] = null;
            }
        }
        Spin.unlock(TABLE, SPIN);
    }

    /** The location of the first field, with the shadows behind it. */
    static Location linked(Field[] fields) {
        if (fields == null || fields[0] == null) {
            return UNKNOWN;
        }
        Field field = fields[0];
        int modifiers = field.getModifiers();
        Class<?> declarer = Modifier.isStatic(modifiers) ? field.getDeclaringClass() : null;
        long[] shadows = new long[5];
        for (int i = 0; i < shadows.length; i++) {
            shadows[i] = fields[i + 1] == null ? 0 : offset(fields[i + 1]);
        }
        int header = declarer == null ? Math.max(0, Header.offsetIn(field.getDeclaringClass())) : 0;
        return new Location((int) offset(field), kind(modifiers, fields), declarer, header, shadows);
    }

    private static Kind kind(int modifiers, Field[] fields) {
        if (Modifier.isVolatile(modifiers)) {
            return fields[5] != null ? Kind.VOLATILE : Kind.VOLATILE_BESIDE;
        }
        if (fields[1] != null) {
            return fields[2] != null ? Kind.PLAIN : Kind.SETTLED;
        }
        boolean unchecked = fields[6] != null || Modifier.isFinal(modifiers);
        return unchecked ? Kind.FINAL : Kind.BESIDE;
    }

    private static long offset(Field field) {
        return Modifier.isStatic(field.getModifiers())
                ? UNSAFE.staticFieldOffset(field)
                : UNSAFE.objectFieldOffset(field);
    }

    /** Whether plain accesses of it are checked. */
    boolean isChecked() {
        return kind == Kind.PLAIN || kind == Kind.SETTLED || kind == Kind.BESIDE;
    }

    /** Whether there was no memory to find out what the reference means. */
    boolean isUnknown() {
        return this == UNKNOWN;
    }

    boolean isStatic() {
        return declarer != null;
    }

    /** Whether the thread has read this field in its present epoch beside other threads, as {@link SharedReads} tells. */
    boolean isReadAgain(Object owner, ThreadState thread) {
        return kind == Kind.PLAIN && declarer == null && SharedReads.has(UNSAFE.getInt(owner, readSite), thread);
    }

    /** Whether the thread's read of this field in its present epoch is noted among concurrent ones, as far as that is quickly told. */
    boolean isNoted(Object base, ThreadState thread) {
        if (header == 0 || (UNSAFE.getLongVolatile(base, writeEpoch) & Epoch.FLAGS) != Epoch.SHARED) {
            return false;
        }
        int number = UNSAFE.getInt(base, readSite);
        Header h = (Header) UNSAFE.getReferenceAcquire(base, header);
        Readers readers = h == null ? null : h.readers;
        boolean noted = readers != null && readers.has(key, thread);
        if (noted) {
            SharedReads.note(number, thread);
        }
        return noted;
    }

    /** The declaring class of a static field, which whoever refers to the field keeps alive; else null. */
    Class<?> declarer() {
        return declarer == null ? null : declarer.get();
    }

    /** The object that holds the shadow: the owner itself, or for a static field its declaring class. */
    Object base(Object owner) {
        return declarer == null ? owner : declarer.get();
    }

    /** The clock of this field in the object: of accesses that order threads. */
    Clock clockIn(Object owner) {
        Object base = base(owner);
        if (kind != Kind.VOLATILE) {
            return Header.of(base).part(key, base.getClass());
        }
        Clock c = (Clock) UNSAFE.getReferenceAcquire(base, clock);
        if (c == null) {
            Clock fresh = Clock.fresh(base.getClass());
            boolean first = UNSAFE.compareAndSetReference(base, clock, null, fresh);
            c = first ? fresh : (Clock) UNSAFE.getReferenceAcquire(base, clock);
        }
        return c;
    }
}
