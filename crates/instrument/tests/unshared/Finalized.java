/** The finalizer's thread gets to know every instance. */
final class Finalized {
    private int[] numbers;

    static void make() {
        Finalized made = new Finalized();
        int[] array = new int[1];
        array[0] = 1; // checked
        made.numbers = array; // checked
    }

    @Override
    protected void finalize() {
        numbers[0]++; // checked
    }
}
