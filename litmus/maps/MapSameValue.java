// Rule: ConcurrentHashMap: an update is ordered before retrievals of its own key; the value, that of another key too, is no matter.
import java.util.concurrent.ConcurrentHashMap;

public class MapSameValue {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<Integer, Boolean> map = new ConcurrentHashMap<>();
        map.put(2, true);
        map.get(2);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    map.put(1, true);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(map.get(2));
                    value = 2; //! race value write
                });
    }
}
