// Rule: end of constructor -> start of finalizer.
//! clean
public class FinalizerAfterConstructor {
    static class Resource {
        private int value;

        Resource() {
            value = 1;
        }

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            value++;
            Order.reach(1);
        }
    }

    static void drop() {
        new Resource();
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    drop();
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Garbage.collectUntil(1);
                });
    }
}
