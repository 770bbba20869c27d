// Rule: volatile write -> every later read. A static field.
//! clean
public class VolatileStatic {
    static int value;
    static volatile long ready;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1;
                    ready = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(ready == 1);
                    value = 2;
                });
    }
}
