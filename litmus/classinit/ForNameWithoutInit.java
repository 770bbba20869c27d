// Rule: end of <clinit> -> every first active use; Class.forName that does not initialize is none.
public class ForNameWithoutInit {
    static class Lazy {
        static {
            value = 1; //! race value write
        }
    }

    static int value;

    static Class<?> load() throws ClassNotFoundException {
        ClassLoader loader = ForNameWithoutInit.class.getClassLoader();
        return Class.forName("ForNameWithoutInit$Lazy", false, loader);
    }

    public static void main(String[] args) throws Exception {
        load();
        Order.run(
                () -> {
                    new Lazy();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    load();
                    value = 2; //! race value write
                });
    }
}
