package redflag.runtime;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import redflag.runtime.jdk.Unsafe;

/**
 * The variables of a class by their offsets, for programs that use {@code sun.misc.Unsafe}. Made once, never changed.
 * Instance fields are those of the class and of the classes above it, static fields its own.
 */
final class Addresses {
    private static final Unsafe UNSAFE = Spin.UNSAFE;

    /** Has one clock for each address of native memory, as long as there are not too many. */
    private static final Header NATIVE_MEMORY = new Header();

    private final long[] offsets;
    private final Location[] locations;

    private Addresses(Field[][] fields) {
        offsets = new long[fields.length];
        locations = new Location[fields.length];
        for (int i = 0; i < fields.length; i++) {
            offsets[i] = fields[i][0] == null ? -1 : offset(fields[i][0]);
            locations[i] = Location.linked(fields[i]);
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
            // Where the elements begin is told in another way by each JDK: these clocks are not those of variable handles.
            return Header.of(base).part(~(int) offset, type);
        }
        Location location = base instanceof Class ? ofStatic((Class<?>) base, offset, thread) : null;
        if (location != null) {
            return location.clockIn(null);
        }
        location = of(type, false, thread).find(offset);
        return location != null ? location.clockIn(base) : Header.of(base).part((int) offset, type);
    }

    private static Location ofStatic(Class<?> type, long offset, ThreadState thread) {
        return of(type, true, thread).find(offset);
    }

    private Location find(long offset) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] == offset) {
                return locations[i];
            }
        }
        return null;
    }

    private static Addresses of(Class<?> type, boolean isStatic, ThreadState thread) {
        Header header = Header.ofClass(type);
        Addresses known = isStatic ? header.staticAddresses : header.addresses;
        if (known != null) {
            return known;
        }
        thread.inside++;
        try {
            Addresses fresh = new Addresses(Native.linkTyped(type, null, isStatic));
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
