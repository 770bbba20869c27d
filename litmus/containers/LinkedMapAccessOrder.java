// Rule: get writes a LinkedHashMap that keeps the order of accesses.
import java.util.LinkedHashMap;
import java.util.Map;

public class LinkedMapAccessOrder {
    static final Map<String, String> shared = new LinkedHashMap<>(16, 0.75f, true);

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.get("a"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get("b"); //! container c write
                });
    }
}
