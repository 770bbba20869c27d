// Rule: calls of a container's methods that a lock orders do not race; reads alone never do.
//! clean
import java.util.HashMap;
import java.util.Map;

public class HashMapLocked {
    static final Map<String, String> guarded = new HashMap<>();
    static final Map<String, String> onlyRead = new HashMap<>();

    public static void main(String[] args) throws Exception {
        onlyRead.put("a", "1");
        Order.Body body = () -> {
            for (int i = 0; i < 100; i++) {
                synchronized (guarded) {
                    guarded.put("a", guarded.get("a"));
                }
                String seen = onlyRead.get("a");
            }
        };
        Order.run(body, body);
    }
}
