/** Has five fields that are accessed, an array of ten elements, and one of a thousand, half of which are written again after a release. */
public final class Counted {
    private static Counted object;
    private static int[] few;
    private static int[] many;

    int written;
    int counted;
    int never;

    private Counted() {
        written = 1;
        written = 2;
    }

    public static void main(String[] args) {
        object = new Counted();
        object.counted++;
        few = new int[10];
        few[3] = object.written;
        many = new int[1000];
        write(1000);
        write(500);
    }

    private static synchronized void write(int end) {
        for (int i = 0; i < end; i++) {
            many[i] = i;
        }
    }
}
