// Rule: end of constructor -> start of finalizer; what is written after the constructor is not
// ordered before the finalizer.
public class FinalizerAfterWrite {
    static class Resource {
        private int value;

        @Override
        @SuppressWarnings({"deprecation", "removal"})
        protected void finalize() {
            int seen = value; //! race value read
            Order.reach(1);
        }
    }

    static void drop() {
        Resource resource = new Resource();
        resource.value = 1; //! race value write
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
