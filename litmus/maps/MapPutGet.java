// Rule: ConcurrentHashMap: put -> get of that key; the key need only be equal.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapPutGet {
    static int first;
    static int second;
    static int third;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, String> map = new ConcurrentHashMap<>();
        Order.run(
                () -> {
                    first = 1;
                    map.put(1000, "first");
                    second = 1;
                    map.put(2000, "second");
                    third = 1;
                    map.put(3000, "third");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    map.get(1000);
                    first = 2;
                    map.getOrDefault(2000, "none");
                    second = 2;
                    map.remove(3000);
                    third = 2;
                });
    }
}
