// Rule: volatile write -> later read: an object handed over by a volatile reference.
//! clean
public class SafePublication {
    static class Box {
        int value;

        Box(int value) {
            this.value = value;
        }
    }

    static volatile Box shared;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared = new Box(1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.value++;
                });
    }
}
