// Rule: a call of the method that a subclass overrides is one of the container.
import java.util.HashMap;
import java.util.Map;

public class MapSubclassSuper {
    static class Cache extends HashMap<String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public String get(Object key) {
            return super.get(key); //! container c read
        }

        @Override
        public String put(String key, String value) {
            return super.put(key, value); //! container c write
        }
    }

    static final Map<String, String> shared = new Cache();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.put("a", "1");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get("a");
                });
    }
}
