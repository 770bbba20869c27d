// Rule: what a subclass overrides is its own code: here a lock orders the calls of the container.
//! clean
import java.util.HashMap;
import java.util.Map;

public class MapSubclassLocks {
    static class Cache extends HashMap<String, String> {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized String get(Object key) {
            return super.get(key);
        }

        @Override
        public synchronized String put(String key, String value) {
            return super.put(key, value);
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
