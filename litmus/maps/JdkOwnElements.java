// Rule: a concurrent map that the JDK uses for itself orders nothing by its elements either: a class loader keeps a lock for
// each class, which one thread puts there and the other finds.
public class JdkOwnElements {
    static class Lazy {}

    static int value;

    static void load() throws ClassNotFoundException {
        JdkOwnElements.class.getClassLoader().loadClass("JdkOwnElements$Lazy");
    }

    public static void main(String[] args) throws Exception {
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
