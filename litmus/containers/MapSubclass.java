// Rule: a subclass is a container where it inherits the method.
import java.util.HashMap;

public class MapSubclass {
    static class Cache extends HashMap<String, String> {
        private static final long serialVersionUID = 1;
    }

    static final Cache shared = new Cache();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.put("a", "1"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get("a"); //! container c read
                });
    }
}
