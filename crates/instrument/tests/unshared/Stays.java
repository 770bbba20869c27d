import java.util.Arrays;

/** Arrays and objects that one thread alone knows. */
final class Stays {
    private int number;
    private Stays next;

    private Stays() {
    }

    private Stays(int number, Stays next) {
        this.number = number;
        this.next = next;
    }

    private static int[] make(int seed) {
        int[] made = new int[4];
        made[0] = seed; // local
        return made;
    }

    private static long digest(int[] array) {
        return array[0] + array[1]; // local
    }

    static long returned() {
        int[] array = make(1);
        array[1] = 2; // local
        return digest(array) + array[2]; // local
    }

    static long rows(int n) {
        int[][] last = new int[8][];
        for (int i = 0; i < n; i++) {
            last[i % 8] = make(i); // local
            last[i % 8][1]++; // local
        }
        return digest(last[3]); // local
    }

    static int joined(boolean which) {
        int[] one = new int[2];
        int[] other = which ? one : new int[3];
        other[0] = 1; // local
        one[1] = 2; // local
        int[] none = which ? null : other;
        return none == null ? 0 : none[1]; // local
    }

    static int matrix(int n) {
        int[][][] matrix = new int[n][n][];
        matrix[1][2] = new int[3]; // local
        int[] row = matrix[1][2]; // local
        return row[0]; // local
    }

    static int copies(int n) {
        int[] one = new int[n];
        int[] other = one.clone();
        other[0] = 1; // local
        int[] third = Arrays.copyOf(other, 7);
        third[0] = 2; // local
        System.arraycopy(third, 0, one, 0, 3); // local
        Arrays.sort(third); // local
        Arrays.fill(one, 4); // local
        return one[0] + third[1]; // local
    }

    static String text(int n) {
        char[] buffer = new char[n];
        buffer[0] = 'x'; // local
        char[] letters = String.valueOf(n).toCharArray();
        letters[0] = buffer[0]; // local
        return new String(buffer) + String.valueOf(letters);
    }

    /** What it holds is known to all; the array is not. */
    static Object held(Object thing) {
        Object[] stack = new Object[2];
        stack[0] = thing; // local
        stack = Arrays.copyOf(stack, 4);
        return stack[0]; // local
    }

    static int caught(int n) {
        int[] counts = new int[2];
        try {
            counts[0] = Integer.parseInt("" + n); // local
        } catch (NumberFormatException e) {
            counts[1]++; // local
        }
        return counts[0] + counts[1]; // local
    }

    static int list(int n) {
        Stays first = null;
        for (int i = 0; i < n; i++) {
            first = new Stays(i, first);
        }
        int sum = 0;
        for (Stays at = first; at != null; at = at.next) { // local
            sum += at.number; // local
        }
        return sum;
    }

    private static int depth(int[][] towers, int at) {
        towers[at][0]++; // local
        return at == 0 ? towers[0][0] : depth(towers, at - 1); // local
    }

    static int recursive() {
        return depth(new int[3][1], 2);
    }

    private static int length(Stays list) {
        list.number++; // local
        return list.next == null ? 1 : 1 + length(list.next); // local
    }

    static int endless() {
        Stays tail = new Stays(1, null);
        return length(new Stays(2, tail));
    }

    /** Public, but what it makes of its own array is known. */
    static int sum(int[] array) {
        int[] sums = new int[2];
        sums[0] = array[0]; // checked
        sums[1] = sums[0]; // local
        return sums[1]; // local
    }

    static int passed() {
        int[] array = new int[3];
        array[0] = 1; // local
        return sum(array);
    }
}
