// Rule: two maps are two locations.
//! clean
import java.util.HashMap;
import java.util.Map;

public class MapsOther {
    static final Map<String, String> one = new HashMap<>();
    static final Map<String, String> other = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    one.put("a", "1");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    other.put("a", "1");
                });
    }
}
