// Rule: an unmodifiable view leads to the container behind it.
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

public class Unmodifiable {
    static final Map<String, String> shared = new HashMap<>();
    static final Map<String, String> view = Collections.unmodifiableMap(shared);

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.put("a", "1"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    view.get("a"); //! container c read
                });
    }
}
