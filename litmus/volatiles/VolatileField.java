// Rule: volatile write -> every later read. An instance field.
//! clean
public class VolatileField {
    static class Box {
        int value;
        volatile boolean ready;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    box.value = 1;
                    box.ready = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(box.ready);
                    box.value = 2;
                });
    }
}
