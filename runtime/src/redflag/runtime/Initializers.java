package redflag.runtime;

import redflag.runtime.jdk.DontInline;
import redflag.runtime.jdk.JavaClass;
import redflag.runtime.jdk.ReservedStackAccess;

/**
 * The ends of class initializers. A class keeps a clock of its initializer's end only while some
 * running thread may not know of it; threads that start later know what their creators know.
 */
final class Initializers {
    private static final long SPIN = Spin.UNSAFE.objectFieldOffset(Lock.class, "spin");
    private static final Lock LOCK = new Lock();
    /** Every so many acquisitions of a clock it is tried whether all threads know of it. */
    private static final int PATIENCE = 256;

    private static final class Lock {
        volatile int spin;
    }

    /** All ends, for threads that nobody was seen to start. */
    private static final Clock ENDED = new Clock(Initializers.class);

    /** How many classes keep a clock. */
    static volatile int pending;

    private static int turns;

    private Initializers() {}

    @ReservedStackAccess
    static void ends(Class<?> type, ThreadState thread) {
        if (Slots.running() > 1) {
            Clock clock = Clock.fresh(Initializers.class);
            clock.releaseExclusive(thread);
            Spin.lock(LOCK, SPIN);
            Header.ofClass(type).initialized = clock;
            pending++;
            Spin.unlock(LOCK, SPIN);
        }
        ENDED.release(thread);
    }

    static void adopted(ThreadState thread) {
        ENDED.acquire(thread);
    }

    /** The thread uses the class: it knows the ends of its initializer and of those above it. */
    @DontInline
    static void all(Class<?> type, ThreadState thread) {
        one(type, thread);
        allAbove(type, thread);
    }

    @DontInline
    static void allAbove(Class<?> type, ThreadState thread) {
        Class<?>[] above = above(type);
        for (int i = 0; i < above.length; i++) {
            one(above[i], thread);
        }
    }

    /** Whether all threads, now and later, know the end of the class's initializer. */
    static boolean known(Class<?> type, ThreadState thread) {
        if (pending == 0) {
            return true;
        }
        all(type, thread);
        Header header = ((JavaClass) (Object) type).$redflag$header;
        return header == null || header.initialized == null;
    }

    @ReservedStackAccess
    private static void one(Class<?> type, ThreadState thread) {
        Header header = ((JavaClass) (Object) type).$redflag$header;
        Clock clock = header == null ? null : header.initialized;
        if (clock == null) {
            return;
        }
        clock.acquireExclusive(thread);
        if (++turns % PATIENCE == 0 && Slots.allCover(clock.epoch())) {
            Spin.lock(LOCK, SPIN);
            if (header.initialized != null) {
                header.initialized = null;
                pending--;
            }
            Spin.unlock(LOCK, SPIN);
        }
    }

    /** The superclasses and all interfaces that the program brings, as far as they are initialized with the class. */
    private static Class<?>[] above(Class<?> type) {
        Header header = Header.ofClass(type);
        Class<?>[] known = header.above;
        if (known == null) {
            known = new Class<?>[0];
            for (Class<?> c = type.getSuperclass(); c != null; c = c.getSuperclass()) {
                known = c.getClassLoader() == null ? known : with(known, c);
            }
            for (Class<?> c = type; c != null; c = c.getSuperclass()) {
                known = withInterfaces(known, c);
            }
            header.above = known;
        }
        return known;
    }

    private static Class<?>[] withInterfaces(Class<?>[] known, Class<?> type) {
        Class<?>[] interfaces = type.getInterfaces();
        for (int i = 0; i < interfaces.length; i++) {
            if (interfaces[i].getClassLoader() != null) {
                known = withInterfaces(with(known, interfaces[i]), interfaces[i]);
            }
        }
        return known;
    }

    private static Class<?>[] with(Class<?>[] known, Class<?> type) {
        Class<?>[] more = new Class<?>[known.length + 1];
        for (int i = 0; i < known.length; i++) {
            more[i] = known[i];
        }
        more[known.length] = type;
        return more;
    }
}
