// Rule: a concurrent map that the JDK uses for itself, as a class loader does for its classes,
// orders nothing: two threads ask for the same class in between.
public class JdkOwnMap {
    static int value;

    static void load() throws ClassNotFoundException {
        JdkOwnMap.class.getClassLoader().loadClass("Order");
    }

    public static void main(String[] args) throws Exception {
        load();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    load();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    load();
                    value = 2; //! race value write
                });
    }
}
