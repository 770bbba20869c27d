package redflag.runtime;

import redflag.runtime.jdk.ReservedStackAccess;
import redflag.runtime.jdk.Unsafe;

/**
 * What a thread has read, in its present epoch, of fields that other threads read at the same time: it need not look for its own
 * entry among the {@link Readers} of the object again.
 *
 * <p>A field has a number from when its reads become concurrent until it is next written. It lies where the site of the
 * last read else does, which is among the readers then. Numbers are negative, unlike sites, and no two fields ever have the same. So a
 * number that the thread has in its table, with its present epoch, tells that its read was noted and that nobody has written since.
 *
 * <p>The table has a row for each 64 numbers, as fields that are read together have numbers in a row: which 64, the epoch, and a bit for
 * each. A row gives way to another that falls on its place.
 */
final class SharedReads {
    private static final int ROW = 4;
    private static final int SHIFT = 6;
    private static final int BITS = 1 << SHIFT;

    /** The table of a thread without such reads. */
    static final long[] NONE = new long[ROW];

    private static final int FIRST = 4 * ROW;
    private static final int MOST = 1 << 14;

    private static final Unsafe UNSAFE = Spin.UNSAFE;
    private static final long NEXT = UNSAFE.objectFieldOffset(Numbers.class, "next");
    private static final Numbers NUMBERS = new Numbers();

    /** Where the next 64 numbers begin. */
    private static final class Numbers {
        volatile int next = Integer.MIN_VALUE;
    }

    private SharedReads() {}

    /** Whether the thread has read the field of this number, which may be a site, in its present epoch. */
    static boolean has(int number, ThreadState thread) {
        long[] table = thread.sharedReads;
        int at = row(number, table);
        return table[at] == thread.epoch && table[at + 1] == number >> SHIFT && (table[at + 2] >>> number & 1) != 0;
    }

    /** The thread's read of the field of this number is noted. If that is a site, the field has no number. */
    @ReservedStackAccess
    static void note(int number, ThreadState thread) {
        if (number >= 0) {
            return;
        }
        long[] table = thread.sharedReads;
        int at = row(number, table);
        boolean taken = table[at] == thread.epoch && table[at + 1] != number >> SHIFT;
        if (table == NONE || taken && table.length < MOST) {
            try {
                table = grow(table);
            } catch (OutOfMemoryError full) {
                Memory.exhausted();
                return;
            }
            thread.sharedReads = table;
            at = row(number, table);
        }
        if (table[at] != thread.epoch || table[at + 1] != number >> SHIFT) {
            table[at] = thread.epoch;
            table[at + 1] = number >> SHIFT;
            table[at + 2] = 0;
        }
        table[at + 2] |= 1L << number;
    }

    private static long[] grow(long[] table) {
        long[] more = new long[Math.max(FIRST, table.length * 2)];
        for (int i = 0; i < table.length; i += ROW) {
            int at = row((int) table[i + 1] << SHIFT, more);
            for (int j = 0; j < ROW; j++) {
                more[at + j] = table[i + j];
            }
        }
        return more;
    }

    private static int row(int number, long[] table) {
        return ((number >> SHIFT) * ROW) & table.length - 1;
    }

    /** A new number; 0, which is none, once all are used up. */
    static int number(ThreadState thread) {
        if ((thread.nextNumber & BITS - 1) == 0) {
            thread.nextNumber = block();
        }
        return thread.nextNumber < 0 ? thread.nextNumber++ : 0;
    }

    private static int block() {
        while (true) {
            int next = NUMBERS.next;
            if (next >= 0 || UNSAFE.compareAndSetInt(NUMBERS, NEXT, next, next + BITS)) {
                return next;
            }
        }
    }
}
