// Rule: end of <clinit> -> every first active use; the initializer's own accesses of other
// classes' fields race like any other.
public class InitializerRaces {
    static class Lazy {
        static {
            shared = 1; //! race shared write
        }

        static void touch() {}
    }

    static int shared;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Lazy.touch();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared = 2; //! race shared write
                });
    }
}
