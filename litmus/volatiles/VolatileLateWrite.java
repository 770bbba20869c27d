// Rule: volatile write -> every later read; what follows the volatile write is not ordered.
public class VolatileLateWrite {
    static int value;
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    ready = true;
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(ready);
                    value = 2; //! race value write
                });
    }
}
