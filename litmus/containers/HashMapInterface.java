// Rule: a container is known by the class that it has at run time, however the call names it.
import java.util.HashMap;
import java.util.Map;

public class HashMapInterface {
    static final Map<String, String> shared = new HashMap<>();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.put("a", "1"); //! container map write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.remove("a"); //! container map write
                });
    }
}
