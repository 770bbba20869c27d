// Rule: a clone is another container.
//! clean
import java.util.HashMap;

public class MapCloned {
    static final HashMap<String, String> one = new HashMap<>();
    static HashMap<String, String> other;

    @SuppressWarnings("unchecked")
    static HashMap<String, String> copy() {
        return (HashMap<String, String>) one.clone();
    }

    public static void main(String[] args) throws Exception {
        one.put("a", "1");
        other = copy();
        Order.run(
                () -> {
                    one.put("b", "1");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    other.put("b", "1");
                });
    }
}
