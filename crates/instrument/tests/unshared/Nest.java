/** Classes of one nest call each other's private methods. */
final class Nest {
    static int sum(int[] shared) {
        return new Mate().reads(shared);
    }

    static final class Mate {
        private int reads(int[] array) {
            return array[0]; // checked
        }

        int sum() {
            int[] array = new int[1];
            array[0] = 1; // local
            return reads(array);
        }
    }
}
