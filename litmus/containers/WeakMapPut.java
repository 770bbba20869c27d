// Rule: put writes a WeakHashMap.
import java.util.Map;
import java.util.WeakHashMap;

public class WeakMapPut {
    static final Map<String, String> shared = new WeakHashMap<>();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.put("a", "1"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.containsKey("a"); //! container c read
                });
    }
}
