import java.util.Arrays;
import java.util.function.IntSupplier;

/** Arrays and objects that others may get to know. */
class Leaves {
    static int[] published;
    static int[][] matrix = new int[3][3];
    static Leaves list;

    private int[] field;
    private Leaves next;

    private static void keep(int[] array) {
        published = array;
    }

    static void throughCallee() {
        int[] array = new int[2];
        array[0] = 1; // checked
        keep(array);
    }

    private static int[] same(int[] array) {
        return array;
    }

    static void throughAlias() {
        int[] array = new int[2];
        array[0] = 1; // checked
        published = same(array);
    }

    private static int[] either(int[] one, int[] other, boolean which) {
        return which ? one : other;
    }

    static void throughPhi(boolean which) {
        int[] one = new int[2];
        int[] other = new int[2];
        one[0] = 1; // checked
        other[1] = 1; // checked
        published = either(one, other, which);
    }

    static void throughRow() {
        int[] row = new int[2];
        row[0] = 1; // checked
        matrix[1] = row;
    }

    static int rowOfShared() {
        int[][] rows = new int[2][];
        rows[0] = matrix[0]; // checked
        return rows[0][1]; // checked
    }

    private static void put(int[][] rows, int[] row) {
        rows[0] = row; // checked
    }

    static void throughParameter() {
        int[] row = new int[2];
        row[0] = 1; // checked
        put(matrix, row);
    }

    static void throughCopy() {
        int[][] rows = new int[2][2];
        rows[0][1] = 1; // checked
        System.arraycopy(rows, 0, matrix, 0, 2); // checked
    }

    static void throughClone() {
        int[][] rows = new int[2][2];
        rows[0][1] = 1; // checked
        matrix = rows.clone(); // checked
    }

    static void throughFill() {
        int[] row = new int[2];
        row[0] = 1; // checked
        Arrays.fill(matrix, row); // checked
    }

    static IntSupplier throughLambda() {
        int[] array = new int[2];
        array[0] = 1; // checked
        return () -> array[0]; // checked
    }

    static void throughException() {
        int[] array = new int[2];
        array[0] = 1; // checked
        throw new Carrier(array);
    }

    static int fromException(Runnable runnable) {
        try {
            runnable.run();
            return 0;
        } catch (Carrier e) {
            return e.array[0]; // checked
        }
    }

    static String throughVarargs() {
        int[] array = new int[2];
        array[0] = 1; // checked
        return String.format("%s", array);
    }

    static int[] returned() {
        int[] array = new int[2];
        array[0] = 1; // checked
        return array;
    }

    void throughThis() {
        int[] array = new int[2];
        array[0] = 1; // checked
        field = array; // checked
    }

    static void throughObject() {
        Leaves holder = new Leaves();
        int[] array = new int[2];
        array[0] = 1; // checked
        holder.field = array; // checked
        list = holder;
    }

    static void throughList() {
        Leaves first = new Leaves();
        Leaves others = list;
        first.next = others; // local
        first.next.field = new int[2]; // checked
        first.next.field[0] = 1; // checked
    }

    private static int[] made() {
        int[] array = new int[2];
        array[0] = 1; // checked
        return array;
    }

    /** One of two callers publishes. */
    static void publishes() {
        int[] array = made();
        array[1] = 1; // local
        published = made();
    }

    /** One of two callers passes what is shared. */
    private static int read(int[] array) {
        return array[0]; // checked
    }

    static int reads() {
        return read(new int[1]) + read(published);
    }

    /** Deep in recursion it comes to what is shared. */
    private static int deep(int[] array, int depth) {
        array[0]++; // checked
        return depth == 0 ? 0 : deep(depth == 1 ? published : array, depth - 1);
    }

    static int descends() {
        return deep(new int[1], 3);
    }

    /** May be overridden. */
    void unbound(int[] array) {
    }

    static void throughVirtual(Leaves receiver) {
        int[] array = new int[2];
        array[0] = 1; // checked
        receiver.unbound(array);
    }
}

final class Carrier extends RuntimeException {
    final int[] array;

    Carrier(int[] array) {
        this.array = array;
    }
}
