// Rule: only the JDK's own caches pass for benign: the same idiom in a class of the program is reported.
public class OwnHash {
    static final class Name {
        private final int number;
        private int hash;

        Name(int number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Name && ((Name) other).number == number;
        }

        @Override
        public int hashCode() {
            int known = hash; //! race hash read
            if (known == 0) {
                known = 31 * number;
                hash = known; //! race hash write
            }
            return known;
        }
    }

    public static void main(String[] args) throws Exception {
        Name name = new Name(1);
        Order.run(
                () -> {
                    Order.require(name.hashCode() == 31);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(name.hashCode() == 31);
                });
    }
}
