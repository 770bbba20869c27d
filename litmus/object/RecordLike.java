// Rule: final fields, of a class as records are: built by one thread, compared and hashed by another.
//! clean
public class RecordLike {
    static final class Pair {
        private final int left;
        private final Object right;

        Pair(int left, Object right) {
            this.left = left;
            this.right = right;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Pair
                    && ((Pair) other).left == left
                    && ((Pair) other).right.equals(right);
        }

        @Override
        public int hashCode() {
            return 31 * left + right.hashCode();
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Pair(1, "one"));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Object pair = Publication.published();
                    Order.require(pair.equals(new Pair(1, "one")) && pair.hashCode() != 0);
                });
    }
}
