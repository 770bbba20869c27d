package redflag.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import redflag.runtime.jdk.Unsafe;

/**
 * The variables of a class by their offsets, for programs that use {@code sun.misc.Unsafe}. Made once, never changed.
 * Instance fields are those of the class and of the classes above it, static fields its own.
 */
public final class Addresses {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final int REFERENCE_BYTES = UNSAFE.arrayIndexScale(Object[].class);
    private static final int ABSENT = -1;

    /** Has one clock for each address of native memory, as long as there are not too many. */
    private static final Header NATIVE_MEMORY = new Header();

    private final long[] offsets;
    private final Variables.Meaning[] fields;

    private Addresses(Field[][] all, Class<?> declarer) {
        offsets = new long[all.length];
        fields = new Variables.Meaning[all.length];
        for (int i = 0; i < all.length; i++) {
            Field field = all[i][0];
            boolean isIts = field != null && (declarer == null || field.getDeclaringClass() == declarer);
            offsets[i] = isIts ? offset(field) : ABSENT;
            fields[i] = new Variables.Meaning();
            fields[i].field = field;
            fields[i].location = Location.linked(all[i]);
        }
    }

    private static long offset(Field field) {
        return Modifier.isStatic(field.getModifiers())
                ? UNSAFE.staticFieldOffset(field)
                : UNSAFE.objectFieldOffset(field);
    }

    /** The clock of the variable at this offset. */
    static Clock clock(Object base, long offset, ThreadState thread) {
        if (base == null) {
            return NATIVE_MEMORY.part((int) (offset ^ offset >>> 32), Object.class);
        }
        Class<?> type = base.getClass();
        if (type.isArray()) {
            return Header.of(base).part(element(type, offset), type);
        }
        Location location = base instanceof Class ? of((Class<?>) base, true, thread).find(offset) : null;
        if (location != null) {
            return location.clockIn(null);
        }
        location = of(type, false, thread).find(offset);
        return location != null ? location.clockIn(base) : Header.of(base).part((int) offset, type);
    }

    /** The index of the element at this offset, as variable handles have it; a negative number for one within an element. */
    private static int element(Class<?> array, long offset) {
        int scale = UNSAFE.arrayIndexScale(array);
        long at = offset - Arrays.base(scale);
        return at >= 0 && at % scale == 0 ? (int) (at / scale) : ~(int) offset;
    }

    private Location find(long offset) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] == offset) {
                return fields[i].location;
            }
        }
        return null;
    }

    // Checks, after an access in plain mode. The sites are those of a field and of an element.

    /** Of so many bytes; of a reference if that is negative. */
    public static void read(
            Object base, long offset, long bytes, ThreadState thread, int fieldSite, int elementSite) {
        access(base, offset, bytes, thread, false, fieldSite, elementSite);
    }

    public static void write(
            Object base, long offset, long bytes, ThreadState thread, int fieldSite, int elementSite) {
        access(base, offset, bytes, thread, true, fieldSite, elementSite);
    }

    private static void access(
            Object base, long offset, long bytes, ThreadState thread, boolean write, int fieldSite, int elementSite) {
        // Without an object it is native memory.
        if (base == null || thread.inside > 0 || Memory.stopped()) {
            return;
        }
        long end = offset + (bytes < 0 ? REFERENCE_BYTES : bytes);
        if (base.getClass().isArray()) {
            elements(base, offset, end, thread, write, elementSite);
        } else {
            Addresses all = checked(base, thread);
            if (all != null) {
                all.accessFields(base, offset, end, thread, write, fieldSite);
            }
        }
    }

    /**
     * Of the elements only those count that lie in the range as a whole: of others, two threads may access different parts.
     */
    private static void elements(
            Object array, long offset, long end, ThreadState thread, boolean write, int site) {
        int scale = UNSAFE.arrayIndexScale(array.getClass());
        long base = Arrays.base(scale);
        int from = (int) Math.max((offset - base + scale - 1) / scale, 0);
        int to = (int) Math.min((end - base) / scale, Integer.MAX_VALUE);
        if (write) {
            Bulk.write(array, from, to, thread, site);
        } else {
            Bulk.read(array, from, to, thread, site);
        }
    }

    /** As with elements, fields count as a whole. */
    private void accessFields(
            Object base, long offset, long end, ThreadState thread, boolean write, int site) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] < offset || offsets[i] + bytes(fields[i].field.getType()) > end
                    || !fields[i].location.isChecked()) {
                continue;
            }
            int named = fields[i].site(site);
            if (write) {
                Accesses.writeField(base, thread, named);
            } else {
                Accesses.readField(base, thread, named);
            }
        }
    }

    private static int bytes(Class<?> type) {
        if (!type.isPrimitive()) {
            return REFERENCE_BYTES;
        }
        return type == boolean.class || type == byte.class ? 1 : Variables.bytes(type);
    }

    /** The fields that an offset in the object can mean, if they can be told. */
    private static Addresses checked(Object base, ThreadState thread) {
        try {
            if (!(base instanceof Class)) {
                return of(base.getClass(), false, thread);
            }
            // To ask for static fields initializes their class, which the program has not asked for.
            Class<?> type = (Class<?>) base;
            return UNSAFE.shouldBeInitialized(type) ? null : of(type, true, thread);
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
            return null;
        }
    }

    private static Addresses of(Class<?> type, boolean isStatic, ThreadState thread) {
        Header header = Header.ofClass(type);
        Addresses known = isStatic ? header.staticAddresses : header.addresses;
        if (known != null) {
            return known;
        }
        thread.inside++;
        try {
            Field[][] all = Native.linkTyped(type, null, isStatic);
            // Arrays and primitive types have none.
            Addresses fresh = new Addresses(all == null ? new Field[0][] : all, isStatic ? type : null);
            if (isStatic) {
                header.staticAddresses = fresh;
            } else {
                header.addresses = fresh;
            }
            return fresh;
        } finally {
            thread.inside--;
        }
    }
}
