// Rule: get reads a LinkedHashMap that keeps the order of insertion.
//! clean
import java.util.LinkedHashMap;
import java.util.Map;

public class LinkedMapInsertionOrder {
    static final Map<String, String> shared = new LinkedHashMap<>();

    public static void main(String[] args) throws Exception {
        shared.put("a", "1");
        Order.run(
                () -> {
                    shared.get("a");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get("b");
                });
    }
}
