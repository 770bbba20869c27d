// Rule: put writes an IdentityHashMap.
import java.util.IdentityHashMap;
import java.util.Map;

public class IdentityMapPut {
    static final Map<String, String> shared = new IdentityHashMap<>();

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
