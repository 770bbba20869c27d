// Rule: ConcurrentHashMap: put -> get of that key; another key gives no edge, present or not.
import java.util.concurrent.ConcurrentHashMap;

public class MapOtherKey {
    static int present;
    static int absent;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        map.put("a", "of main");
        map.get("a");
        Order.run(
                () -> {
                    present = 1; //! race present write
                    absent = 1; //! race absent write
                    map.put("b", "of the writer");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(map.get("a") != null);
                    present = 2; //! race present write
                    Order.require(map.get("c") == null);
                    absent = 2; //! race absent write
                });
    }
}
