// Rule: volatile write -> every later read of the same field.
public class VolatileOtherField {
    static int value;
    static volatile boolean written;
    static volatile boolean read;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    written = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean seen = read;
                    value = 2; //! race value write
                });
    }
}
