//! Elements of arrays: one location an array, whatever the index, named by the field that holds it.
//! The stricter mode leaves elements out: two indices may differ.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class PathArrays {
    private final int[] slots = new int[16];
    private final String[] names = {"a", "b"};
    private final int[][] grid = new int[4][4];
    private final Object[] filled = new Object[8];
    private final byte[] copied = new byte[8];
    private static final long[] TOTALS = new long[4];

    // Reported: an element is written.
    public void set(int index, int value) {
        slots[index] = value; //~ unprotected-write slots
    }

    // Reported: indices are not told apart.
    public int first() {
        return slots[0]; //~ read-write-race slots
    }

    // Clean: the length never changes.
    public int length() {
        return slots.length;
    }

    // Clean: nobody writes these elements.
    public String name(int index) {
        return names[index];
    }

    // Reported: an element of an element; the field at the root names it.
    public void mark(int row, int column) {
        grid[row][column] = 1; //~ unprotected-write grid
    }

    // Reported: an array in a static field.
    public void total(int index, long value) {
        TOTALS[index] += value; //~ unprotected-write TOTALS
    }

    // Reported: the caller's array, which other threads may have too. It has no field; the parameter names it.
    public void reset(int[] buffer) {
        buffer[0] = 0; //~ unprotected-write buffer
    }

    // Clean: the array is this method's own.
    public int[] fresh(int value) {
        int[] own = new int[2];
        own[0] = value;
        return own;
    }

    // Known gap: the elements are written inside the JDK.
    public void fill(Object value) {
        java.util.Arrays.fill(filled, value); //~ gap unprotected-write filled: a call of the JDK writes the elements
    }

    // Known gap: as fill.
    public void take(byte[] from) {
        System.arraycopy(from, 0, copied, 0, 8); //~ gap unprotected-write copied: a call of the JDK writes the elements
    }
}
