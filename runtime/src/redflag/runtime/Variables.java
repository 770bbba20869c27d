package redflag.runtime;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import redflag.runtime.jdk.Hidden;
import redflag.runtime.jdk.LambdaFormHidden;
import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * Variables that the program accesses through a {@code VarHandle} or a field updater.
 *
 * <p>A field is recognized by what the handle itself keeps of it, its class and offset: so it does not
 * matter how the program came by the handle. A handle of another kind, such as one of off-heap memory or
 * with coordinates of the program's own making, has one clock for all its variables, which may hide a race
 * but never makes one up.
 */
public final class Variables {
    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final int ABSENT = -1;

    private Variables() {}

    /** What a handle or updater means. */
    static final class Meaning {
        private static final long SPIN = UNSAFE.objectFieldOffset(Meaning.class, "spin");

        /** Null unless it is a field. */
        Field field;
        Location location;
        /** Whether it is the element of an array at an index. */
        boolean element;
        /** Of a method handle: whether it sets the field. */
        boolean writes;
        /** How many elements of an array of bytes an access takes. */
        int bytes = 1;

        volatile int spin;
        /** Sites, each followed by its number as a site that accesses this field. */
        private volatile int[] sites = {};

        @ReservedStackAccess
        int site(int site) {
            int known = find(sites, site);
            if (known != ABSENT) {
                return known;
            }
            boolean isStatic = location.isStatic();
            int named = Native.siteOf(site, field.getDeclaringClass(), field.getName(), field.getType(), isStatic);
            Spin.lock(this, SPIN);
            int[] old = sites;
            int[] more = new int[old.length + 2];
            for (int i = 0; i < old.length; i++) {
                more[i] = old[i];
            }
            more[old.length] = site;
            more[old.length + 1] = named;
            sites = more;
            Spin.unlock(this, SPIN);
            return find(more, site);
        }

        private static int find(int[] sites, int site) {
            for (int i = 0; i < sites.length; i += 2) {
                if (sites[i] == site) {
                    return sites[i + 1];
                }
            }
            return ABSENT;
        }
    }

    // The clock of the variable that a call accesses; null where the call will fail.

    @Hidden
    @LambdaFormHidden
    public static Object clock(Object handle) {
        ThreadState thread = handle == null ? null : thread();
        if (thread == null) {
            return null;
        }
        Meaning meaning = of(handle, thread);
        if (meaning.location == null || !meaning.location.isStatic()) {
            return handleClock(handle);
        }
        Sync.initialized(meaning.location.declarer(), thread);
        return meaning.location.clockIn(null);
    }

    @Hidden
    @LambdaFormHidden
    public static Object clock(Object handle, Object object) {
        ThreadState thread = handle == null || object == null ? null : thread();
        if (thread == null) {
            return null;
        }
        Meaning meaning = of(handle, thread);
        if (meaning.location == null || meaning.location.isStatic()) {
            return handleClock(handle);
        }
        boolean fits = meaning.field.getDeclaringClass().isInstance(object);
        return fits ? meaning.location.clockIn(object) : null;
    }

    @Hidden
    @LambdaFormHidden
    public static Object clock(Object handle, Object array, int index) {
        ThreadState thread = handle == null || array == null ? null : thread();
        if (thread == null) {
            return null;
        }
        if (!of(handle, thread).element || !array.getClass().isArray()) {
            return handleClock(handle);
        }
        boolean fits = index >= 0 && index < java.lang.reflect.Array.getLength(array);
        return fits ? Header.of(array).part(index, array.getClass()) : null;
    }

    /** The clock of all variables of the handle. */
    public static Object handleClock(Object handle) {
        return handle == null ? null : Header.clockOfKey(handle);
    }

    /** The clock of the field that an updater names. Those of the JDK's own fields order nothing. */
    static Object updated(Object updater, Object object) {
        ThreadState thread = updater == null || object == null ? null : thread();
        if (thread == null) {
            return null;
        }
        Field field = of(updater, thread).field;
        boolean internal = field == null || field.getDeclaringClass().getClassLoader() == null;
        return internal ? null : clock(updater, object);
    }

    // Checks, after an access in plain mode.

    public static void read(Object handle, ThreadState thread, int site) {
        Meaning meaning = checked(handle, thread);
        if (meaning != null && meaning.location.isStatic()) {
            int named = meaning.site(site);
            Accesses.readField(meaning.location.declarer(), thread, named);
        }
    }

    public static void write(Object handle, ThreadState thread, int site) {
        Meaning meaning = checked(handle, thread);
        if (meaning != null && meaning.location.isStatic()) {
            int named = meaning.site(site);
            Accesses.writeField(meaning.location.declarer(), thread, named);
        }
    }

    public static void read(Object handle, Object object, ThreadState thread, int site) {
        Meaning meaning = checked(handle, thread);
        if (meaning != null && !meaning.location.isStatic()) {
            int named = meaning.site(site);
            Accesses.readField(object, thread, named);
        }
    }

    public static void write(Object handle, Object object, ThreadState thread, int site) {
        Meaning meaning = checked(handle, thread);
        if (meaning != null && !meaning.location.isStatic()) {
            int named = meaning.site(site);
            Accesses.writeField(object, thread, named);
        }
    }

    public static void read(Object handle, Object array, int index, ThreadState thread, int site) {
        Meaning meaning = thread.inside > 0 ? null : of(handle, thread);
        if (meaning != null && meaning.element) {
            for (int i = 0; i < meaning.bytes; i++) {
                Accesses.readElement(array, index + i, thread, site);
            }
        }
    }

    public static void write(Object handle, Object array, int index, ThreadState thread, int site) {
        Meaning meaning = thread.inside > 0 ? null : of(handle, thread);
        if (meaning != null && meaning.element) {
            for (int i = 0; i < meaning.bytes; i++) {
                Accesses.writeElement(array, index + i, thread, site);
            }
        }
    }

    /** The meaning of a handle, if it is a field whose accesses are checked. */
    private static Meaning checked(Object handle, ThreadState thread) {
        if (thread.inside > 0) {
            return null;
        }
        Meaning meaning = of(handle, thread);
        return meaning.location != null && meaning.location.isChecked() ? meaning : null;
    }

    // What a handle means.

    private static ThreadState thread() {
        if (!Sync.ready) {
            return null;
        }
        ThreadState thread = ThreadState.current();
        return thread.inside > 0 ? null : thread;
    }

    @Hidden
    @LambdaFormHidden
    private static Meaning of(Object handle, ThreadState thread) {
        Header header = Header.of(handle);
        Meaning meaning = (Meaning) header.meaning;
        if (meaning == null) {
            Class<?> declarer = staticDeclarer(direct(handle));
            if (declarer != null) {
                // The access would do so too. It must not happen while the variable's clock is held.
                UNSAFE.ensureClassInitialized(declarer);
            }
            meaning = resolve(direct(handle), declarer, thread);
            header.meaning = meaning;
        }
        return meaning;
    }

    /** The handle that does the accesses, behind one that initializes a class first. */
    private static Object direct(Object handle) {
        boolean lazy = handle.getClass().getName().equals("java.lang.invoke.LazyInitializingVarHandle");
        Object target = lazy ? reference(handle, "target") : null;
        return target != null ? target : handle;
    }

    /** The class of the static field that a handle means, or null. */
    private static Class<?> staticDeclarer(Object handle) {
        Object base = handle instanceof VarHandle ? reference(handle, "base") : null;
        return base instanceof Class ? (Class<?>) base : null;
    }

    private static Meaning resolve(Object handle, Class<?> declarer, ThreadState thread) {
        Meaning meaning = new Meaning();
        thread.inside++;
        try {
            if (!(handle instanceof VarHandle)) {
                linkUpdater(meaning, handle);
                return meaning;
            }
            Class<?> type = ((VarHandle) handle).varType();
            if (declarer != null) {
                link(meaning, declarer, type, true, number(handle, "fieldOffset"));
            } else {
                Class<?> receiver = (Class<?>) reference(handle, "receiverType");
                link(meaning, receiver, type, false, number(handle, "fieldOffset"));
            }
            String kind = handle.getClass().getName();
            meaning.element = kind.endsWith("$Array") || kind.endsWith("$ArrayHandle");
            if (kind.endsWith("$ArrayHandle")) {
                meaning.bytes = bytes(type);
            }
        } catch (RuntimeException | LinkageError | InternalError unknown) {
            // Not as this JDK is known to keep it: the handle has one clock for all.
            meaning.location = null;
        } finally {
            thread.inside--;
        }
        return meaning;
    }

    private static void linkUpdater(Meaning meaning, Object updater) {
        String kind = updater.getClass().getName();
        Class<?> type = null;
        if (kind.startsWith("java.util.concurrent.atomic.AtomicInteger")) {
            type = int.class;
        } else if (kind.startsWith("java.util.concurrent.atomic.AtomicLong")) {
            type = long.class;
        } else if (kind.startsWith("java.util.concurrent.atomic.AtomicReference")) {
            type = (Class<?>) reference(updater, "vclass");
        }
        link(meaning, (Class<?>) reference(updater, "tclass"), type, false, number(updater, "offset"));
    }

    /** Links the first field of this name, from the class upward. */
    static void link(Meaning meaning, Class<?> owner, Class<?> type, boolean isStatic, String name) {
        Field[][] candidates = Native.linkTyped(owner, type, isStatic);
        for (int i = 0; i < candidates.length; i++) {
            Field field = candidates[i][0];
            if (field != null && Modifier.isStatic(field.getModifiers()) == isStatic
                    && field.getName().equals(name)) {
                meaning.field = field;
                meaning.location = Location.linked(candidates[i]);
                return;
            }
        }
    }

    private static void link(Meaning meaning, Class<?> owner, Class<?> type, boolean isStatic, long offset) {
        if (owner == null || type == null) {
            return;
        }
        Field[][] candidates = Native.linkTyped(owner, type, isStatic);
        for (int i = 0; i < candidates.length; i++) {
            Field field = candidates[i][0];
            if (field != null && Modifier.isStatic(field.getModifiers()) == isStatic
                    && offsetOf(field, isStatic) == offset) {
                meaning.field = field;
                meaning.location = Location.linked(candidates[i]);
                return;
            }
        }
    }

    private static long offsetOf(Field field, boolean isStatic) {
        return isStatic ? UNSAFE.staticFieldOffset(field) : UNSAFE.objectFieldOffset(field);
    }

    /** The size of a primitive type other than boolean and byte. */
    static int bytes(Class<?> type) {
        if (type == long.class || type == double.class) {
            return 8;
        }
        return type == int.class || type == float.class ? 4 : 2;
    }

    // The fields of the JDK's own handles.

    static Object reference(Object handle, String field) {
        long offset = offset(handle, field);
        return offset == ABSENT ? null : UNSAFE.getReferenceAcquire(handle, offset);
    }

    static int integer(Object handle, String field) {
        long offset = offset(handle, field);
        return offset == ABSENT ? 0 : UNSAFE.getInt(handle, offset);
    }

    private static long number(Object handle, String field) {
        long offset = offset(handle, field);
        return offset == ABSENT ? ABSENT : UNSAFE.getLong(handle, offset);
    }

    private static long offset(Object handle, String field) {
        for (Class<?> c = handle.getClass(); c != null; c = c.getSuperclass()) {
            try {
                return UNSAFE.objectFieldOffset(c, field);
            } catch (InternalError noSuchField) {
                continue;
            }
        }
        return ABSENT;
    }
}
