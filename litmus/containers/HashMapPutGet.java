// Rule: a call of put writes a HashMap, one of get reads it.
import java.util.HashMap;

public class HashMapPutGet {
    static final HashMap<String, String> shared = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.put("a", "1"); //! container map write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    String seen = shared.get("b"); //! container map read
                });
    }
}
