// Rule: removing from a view writes the map.
import java.util.HashMap;
import java.util.Map;

public class MapViewRemoves {
    static final Map<String, String> shared = new HashMap<>();

    public static void main(String[] args) throws Exception {
        shared.put("a", "1");
        Order.run(
                () -> {
                    shared.keySet().remove("a"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.size(); //! container c read
                });
    }
}
