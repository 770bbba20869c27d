// Rule: concurrent collections: putting an element -> reading that element; a bulk operation that reads others gives no
// edge.
import java.util.concurrent.ConcurrentHashMap;

public class BulkOther {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Object> map = new ConcurrentHashMap<>();
        map.put("a", new Object());
        map.search(Long.MAX_VALUE, (key, element) -> key.equals("b") ? key : null);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    map.put("b", new Object());
                    map.remove("b");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    map.search(Long.MAX_VALUE, (key, element) -> key.equals("b") ? key : null);
                    value = 2; //! race value write
                });
    }
}
