package redflag.runtime;

import java.lang.ref.WeakReference;
import redflag.runtime.jdk.DontInline;

/**
 * Stacks of a thread's accesses, for the race in which one of them turns out to be the earlier access, or is checked only when
 * the thread is elsewhere. A stack costs
 * microseconds and an access nanoseconds, so that only some can be had: those of the first accesses of
 * each site from the moment on at which there is a second thread, as long as they take a small part of the
 * time; and, for races that come again, those of the next accesses of each site that has raced.
 */
final class EarlierStacks {
    /** Accesses of a site whose stacks are wanted at first. */
    private static final int FIRST = 2;
    /** And after it was the earlier site of a race. */
    private static final int AFTER_RACE = 64;
    /** First stacks may take this part of the time, and so many nanoseconds. */
    private static final int PART = 32;
    private static final long CREDIT = 20_000_000;

    /** How many of a thread's stacks are kept, of each kind. */
    private static final int KEPT = 64;

    /**
     * By site: how many stacks it has given, less those that its races want. Threads may overwrite each
     * other's counts and arrays.
     */
    private static byte[] given = {};

    /** In nanoseconds; zero while there is one thread. */
    private static long began;
    private static long spent;
    private static long kept;

    /** The latest first stacks, and the latest of sites that have raced. */
    private final Stack[] first = new Stack[KEPT];
    private final Stack[] raced = new Stack[KEPT];
    private int firstCount;
    private int racedCount;

    private EarlierStacks() {}

    /** A second thread is about to start. */
    static void begin() {
        if (began == 0) {
            began = System.nanoTime() | 1;
        }
    }

    /** How many stacks were kept, about: threads may overwrite each other's counts. */
    static long kept() {
        return kept;
    }

    /** How long that took, in microseconds, about. */
    static long micros() {
        return spent / 1000;
    }

    /** Whether the stack of this access of the site is wanted. */
    static boolean wants(int site) {
        byte[] all = given;
        return site >= all.length ? began != 0 : all[site] < FIRST;
    }

    /** Keeps the stack of the thread's access, which it is about to make. */
    @DontInline
    static void keep(ThreadState thread, int site, Object owner, int location) {
        keep(thread, site, owner, location, 1, 1);
    }

    /** Keeps the stack of the thread's accesses to elements that lie {@code stride} apart. */
    static void keep(ThreadState thread, int site, Object owner, int first, int count, int stride) {
        long now = System.nanoTime();
        if (began == 0 || thread.inside > 0 || thread.isLate()) {
            return;
        }
        thread.inside++;
        try {
            boolean raced = count(site) < 0;
            if (raced || spent < CREDIT + (now - began) / PART) {
                if (thread.stacks == null) {
                    thread.stacks = new EarlierStacks();
                }
                thread.stacks.add(new Stack(thread, site, owner, first, count, stride), raced);
                spent += System.nanoTime() - now;
                kept++;
            }
        } catch (OutOfMemoryError full) {
            Memory.exhausted();
        } finally {
            thread.inside--;
        }
    }

    /** The site was the earlier one of a race: if the race comes again, its stack should be known. */
    static void raced(int site) {
        byte[] all = given;
        if (site < all.length) {
            all[site] = -AFTER_RACE;
        }
    }

    /** What the site had given before this access. */
    private static int count(int site) {
        byte[] all = given;
        if (site >= all.length) {
            byte[] more = new byte[site + site / 2 + 64];
            for (int i = 0; i < all.length; i++) {
                more[i] = all[i];
            }
            all = more;
            given = more;
        }
        return all[site]++;
    }

    private void add(Stack stack, boolean hasRaced) {
        if (hasRaced) {
            raced[racedCount++ & (KEPT - 1)] = stack;
        } else {
            first[firstCount++ & (KEPT - 1)] = stack;
        }
    }

    /** The stack of an access, as {@link Stacks#text} has it; null if it was not kept. Called by any thread. */
    String[] of(long time, int site, Object owner, int location) {
        for (int i = 0; i < 2 * KEPT; i++) {
            Stack stack = i < KEPT ? raced[i] : first[i - KEPT];
            if (stack != null && stack.isOf(time, site, owner, location)) {
                return Stacks.text(stack.frames);
            }
        }
        return null;
    }

    /** Does not keep what was accessed alive. */
    private static final class Stack extends WeakReference<Object> {
        private final long time;
        private final int site;
        /** The location, or the first of so many elements. */
        private final int first;

        private final int count;
        private final int stride;
        private final StackTraceElement[] frames;

        Stack(ThreadState thread, int site, Object owner, int first, int count, int stride) {
            super(owner);
            this.time = ThreadState.timeOf(thread.epoch, thread.acquisitions);
            this.site = site;
            this.first = first;
            this.count = count;
            this.stride = stride;
            this.frames = Stacks.current();
        }

        boolean isOf(long time, int site, Object owner, int location) {
            return this.time == time && this.site == site && isOf(location) && get() == owner;
        }

        private boolean isOf(int location) {
            int distance = location - first;
            return distance % stride == 0 && distance / stride >= 0 && distance / stride < count;
        }
    }
}
