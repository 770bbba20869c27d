// Rule: end of <clinit> -> every first active use: a thread that finds the initialization under way
// waits for its end.
//! clean
public class InitContended {
    static class Lazy {
        static int[] table;

        static {
            Order.reach(1);
            Order.await(2);
            // Time for the other thread to get to the class; the outcome does not depend on it.
            long start = System.nanoTime();
            while (System.nanoTime() - start < 20_000_000) {
                Order.spin(start);
            }
            table = new int[] {1};
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> Order.require(Lazy.table[0] == 1),
                () -> {
                    Order.await(1);
                    Order.reach(2);
                    Order.require(Lazy.table[0] == 1);
                });
    }
}
