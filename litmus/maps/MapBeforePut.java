// Rule: ConcurrentHashMap: put -> get of that key; a get before the put gives no edge, nor does a
// put get one from a get.
import java.util.concurrent.ConcurrentHashMap;

public class MapBeforePut {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        map.put("a", "of main");
        map.get("a");
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.require(map.get("b") == null);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    map.put("b", "late");
                    value = 2; //! race value write
                });
    }
}
