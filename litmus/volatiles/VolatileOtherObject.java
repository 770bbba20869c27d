// Rule: volatile write -> every later read of the same field of the same object.
public class VolatileOtherObject {
    static class Flag {
        volatile boolean ready;
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Flag one = new Flag();
        Flag two = new Flag();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    one.ready = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean seen = two.ready;
                    value = 2; //! race value write
                });
    }
}
