package redflag.runtime;

/**
 * Where the elements of arrays begin. {@code Unsafe.arrayBaseOffset} has another type on some JDKs, so
 * the place is found by looking for a known element.
 */
final class Arrays {
    private static final int MARK = 0x5EDF1A65;
    private static final int LARGEST_HEADER = 64;

    private static final long LONG_BASE = longBase();
    private static final long INT_BASE = intBase();

    private Arrays() {}

    /** Where the first element lies: as in arrays of longs if an element is as large, else as in those of ints. */
    static long base(int scale) {
        return scale == Long.BYTES ? LONG_BASE : INT_BASE;
    }

    private static long longBase() {
        long[] array = {(long) MARK << 32 | MARK};
        long offset = 8;
        while (offset < LARGEST_HEADER && Spin.UNSAFE.getLong(array, offset) != array[0]) {
            offset += 4;
        }
        return offset;
    }

    private static long intBase() {
        int[] array = {MARK};
        long offset = 8;
        while (offset < LARGEST_HEADER && Spin.UNSAFE.getInt(array, offset) != MARK) {
            offset += 4;
        }
        return offset;
    }
}
