// Rule: ConcurrentHashMap: putIfAbsent -> a putIfAbsent, get or replace that finds its value.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapPutIfAbsent {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, String> map = new ConcurrentHashMap<>();
        Order.run(
                () -> {
                    value = 1;
                    Order.require(map.putIfAbsent("key", "first") == null);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(map.putIfAbsent("key", "second").equals("first"));
                    value = 2;
                    Order.require(map.replace("key", "third").equals("first"));
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(map.get("key").equals("third"));
                    value = 3;
                });
    }
}
