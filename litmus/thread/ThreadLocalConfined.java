// Rule: ThreadLocal values are confined to their thread.
//! clean
public class ThreadLocalConfined {
    static class Box {
        int value;
    }

    static final ThreadLocal<Box> LOCAL = ThreadLocal.withInitial(Box::new);

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    LOCAL.get().value++;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    LOCAL.get().value++;
                });
    }
}
