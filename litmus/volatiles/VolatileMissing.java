// Rule: volatile write -> every later read; a flag that is not volatile orders nothing and races.
public class VolatileMissing {
    static int value;
    static boolean ready;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    ready = true; //! race ready write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean seen = ready; //! race ready read
                    value = 2; //! race value write
                });
    }
}
