// Rule: ThreadLocal values are confined; but an object that several threads' values refer to is not.
public class ThreadLocalShared {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Box shared = new Box();
        ThreadLocal<Box> local = ThreadLocal.withInitial(() -> shared);
        local.get();
        Order.run(
                () -> {
                    local.get().value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    local.get().value = 2; //! race value write
                });
    }
}
