package redflag.runtime;

import redflag.runtime.jdk.DontInline;

/**
 * What checks in the program's code call when the epoch compare beside the access did not hit. The
 * owner is the object, or the class for a static field; the site tells the field.
 */
public final class Checks {
    /** How a foreign field reference is linked, as the code that asks understands it. */
    private static final int ASK_AGAIN = 0;

    private static final int PLAIN = 1;
    private static final int UNCHECKED = 2;

    /** How one that is expected to be settled is linked, if it is. */
    private static final int SETTLED = 1;

    private Checks() {}

    /** Counts an access; only in code that was asked to count. */
    public static void countAccess(ThreadState thread) {
        thread.accesses++;
    }

    /** Counts a check, as {@link #countAccess} does accesses. */
    public static void countCheck(ThreadState thread) {
        thread.rules[Rule.CHECK]++;
    }

    /** Counts the shadow location of a fresh object's field, of which {@code epochs} is 0 if this is the field's first access. */
    public static void countFresh(long epochs, ThreadState thread) {
        if (epochs == 0) {
            Locations.made(1, thread);
        }
    }

    @DontInline
    public static void read(Object owner, ThreadState thread, int site) {
        if (thread.inside > 0 || Memory.stopped()) {
            return;
        }
        Location location = Location.of(site, owner);
        if (location.isStatic()) {
            Sync.initialized(location.declarer(), thread);
        }
        Detector.readField(owner, location, thread, site);
    }

    /** As above; {@code number} is what the field has for {@link SharedReads}. */
    public static void read(Object owner, int number, ThreadState thread, int site) {
        if (!SharedReads.has(number, thread)) {
            read(owner, thread, site);
        }
    }

    public static void write(Object owner, ThreadState thread, int site) {
        if (thread.inside > 0 || Memory.stopped()) {
            return;
        }
        Location location = Location.of(site, owner);
        if (location.isStatic()) {
            Sync.initialized(location.declarer(), thread);
        }
        Detector.writeField(owner, location, thread, site);
    }

    public static int foreignRead(Object owner, ThreadState thread, int site) {
        if (thread.inside > 0 || Memory.stopped()) {
            return ASK_AGAIN;
        }
        Location location = Location.of(site, owner);
        if (location.isReadAgain(owner, thread)) {
            return PLAIN;
        }
        int linked = foreign(owner, location, thread);
        if (location.isChecked()) {
            Detector.readField(owner, location, thread, site);
        }
        return linked;
    }

    /** As {@link #foreignRead}, of an instance field that is expected to be settled. */
    public static int foreignSettledRead(Object owner, ThreadState thread, int site) {
        foreignRead(owner, thread, site);
        Location location = Location.known(site);
        return location != null && location.kind == Location.Kind.SETTLED ? SETTLED : ASK_AGAIN;
    }

    public static int foreignWrite(Object owner, ThreadState thread, int site) {
        if (thread.inside > 0 || Memory.stopped()) {
            return ASK_AGAIN;
        }
        Location location = Location.of(site, owner);
        if (location.isStatic()) {
            Sync.initialized(location.declarer(), thread);
        }
        switch (location.kind) {
            case PLAIN:
                Detector.writeField(owner, location, thread, site);
                return PLAIN;
            case SETTLED:
            case BESIDE:
                Detector.writeField(owner, location, thread, site);
                return ASK_AGAIN;
            case FINAL:
                return UNCHECKED;
            default:
                return ASK_AGAIN;
        }
    }

    /** As {@link #foreignRead}, for code whose accesses are not checked. */
    public static int foreignReadOrder(Object owner, ThreadState thread, int site) {
        if (thread.inside == 0) {
            foreign(owner, Location.of(site, owner), thread);
        }
        return ASK_AGAIN;
    }

    /** As {@link #foreignWrite}, for code whose accesses are not checked. */
    public static int foreignWriteOrder(Object owner, ThreadState thread, int site) {
        if (thread.inside == 0) {
            Location location = Location.of(site, owner);
            if (location.isStatic()) {
                Sync.initialized(location.declarer(), thread);
            }
        }
        return ASK_AGAIN;
    }

    /** The order that a read of a foreign field brings, and how it is linked. */
    private static int foreign(Object owner, Location location, ThreadState thread) {
        boolean known = !location.isStatic() || Initializers.known(location.declarer(), thread);
        switch (location.kind) {
            case PLAIN:
                return PLAIN;
            case FINAL:
                return known ? UNCHECKED : ASK_AGAIN;
            case VOLATILE:
            case VOLATILE_BESIDE:
                location.clockIn(owner).acquire(thread);
                return ASK_AGAIN;
            default:
                return ASK_AGAIN;
        }
    }

    /** Before a write to a foreign field: if it is volatile, the write releases. */
    public static void beforeForeignWrite(Object owner, ThreadState thread, int site) {
        if (owner == null || thread.inside > 0) {
            return;
        }
        // Linking would initialize the class, which is the write's own to do, and to fail at.
        boolean early = Location.known(site) == null && owner instanceof Class;
        if (early && Spin.UNSAFE.shouldBeInitialized((Class<?>) owner)) {
            return;
        }
        Location location = Location.of(site, owner);
        if (location.kind == Location.Kind.VOLATILE || location.kind == Location.Kind.VOLATILE_BESIDE) {
            location.clockIn(owner).release(thread);
        }
    }

    public static void volatileRead(Object owner, ThreadState thread, int site) {
        if (thread.inside > 0) {
            return;
        }
        Location location = Location.of(site, owner);
        if (location.isStatic()) {
            Sync.initialized(location.declarer(), thread);
        }
        location.clockIn(owner).acquire(thread);
    }

    public static void volatileWrite(Object owner, ThreadState thread, int site) {
        if (owner == null || thread.inside > 0) {
            return;
        }
        Location location = Location.of(site, owner);
        if (location.isStatic()) {
            Sync.initialized(location.declarer(), thread);
        }
        location.clockIn(owner).release(thread);
    }

    /** The object was made by {@code Object.clone}. */
    public static void cloned(Object clone, ThreadState thread, int site) {
        if (clone != null && !clone.getClass().isArray()) {
            thread.inside++;
            try {
                Shadows.of(clone.getClass()).renew(clone, thread, site);
                if (Trace.ON) {
                    Trace.cloned(clone, thread);
                }
            } finally {
                thread.inside--;
            }
        }
    }

    /** The object is about to be cloned, by {@code Object.clone} or a method that overrides it. */
    public static void cloning(Object original) {
        if (original != null) {
            Header.of(original);
        }
    }

    /** The object was cloned, after {@link #cloning}: what has its header is a plain copy. */
    public static void clonedFrom(Object clone, Object original, ThreadState thread, int site) {
        if (Header.isShared(clone, original)) {
            cloned(clone, thread, site);
        }
    }

    /** JDK code has cloned an object, which may be of a class that extends the JDK's. */
    public static void clonedByJdk(Object clone) {
        if (!Sync.ready || clone == null) {
            return;
        }
        if (clone.getClass().getClassLoader() == null) {
            Header.renew(clone);
            return;
        }
        ThreadState thread = ThreadState.current();
        thread.inside++;
        try {
            Shadows.of(clone.getClass()).renew(clone);
        } finally {
            thread.inside--;
        }
    }

    /** The constructor of an object that refers to this value in a final field ends. */
    public static void freeze(Object value, ThreadState thread) {
        if (value != null && thread.inside == 0) {
            thread.settle();
            try {
                Frozen.freeze(value, thread);
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
            }
        }
    }

    /** What was to be frozen has been: the thread's next writes are later, though its epoch stays the same. */
    public static void frozen(ThreadState thread) {
        if (thread.inside == 0) {
            thread.countAcquisition();
        }
    }

    /** Checks the read of an element; answers the array's shadow, to be cached. */
    public static ArrayShadow arrayRead(
            Object array, int index, ThreadState thread, int site, ArrayShadow cached) {
        if (thread.inside > 0 || Memory.stopped()) {
            return null;
        }
        ArrayShadow shadow = ArrayShadow.of(array, cached);
        if (shadow != null) {
            shadow.read(index, thread, site);
        }
        return shadow;
    }

    public static ArrayShadow arrayWrite(
            Object array, int index, ThreadState thread, int site, ArrayShadow cached) {
        if (thread.inside > 0 || Memory.stopped()) {
            return null;
        }
        ArrayShadow shadow = ArrayShadow.of(array, cached);
        if (shadow != null) {
            shadow.write(index, thread, site);
        }
        return shadow;
    }

    /** Whether what a loop is about to read from an array of references may be frozen with the array: then it says so for each read. */
    public static boolean isFrozen(Object array, ThreadState thread) {
        if (!Frozen.anyArray || array == null || thread.inside > 0 || Memory.stopped()) {
            return false;
        }
        ArrayShadow shadow = ArrayShadow.known(array);
        return shadow != null && Frozen.mayExcuse(shadow.frozen, thread);
    }

    /** A loop reads along an array of references: what it finds behind them may be frozen with the array. */
    public static void runFrom(Object array, ThreadState thread) {
        if (thread.inside == 0 && !Memory.stopped()) {
            ArrayShadow shadow = ArrayShadow.of(array);
            if (shadow != null) {
                Frozen.enter(shadow, thread);
            }
        }
    }
}
