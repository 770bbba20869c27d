// Rule: ConcurrentHashMap.compute* and merge on one key are ordered.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapComputeOneKey {
    static int computed;
    static int merged;

    static void update(ConcurrentHashMap<String, Integer> map) {
        map.compute("computed", (key, old) -> ++computed);
        map.merge("merged", 1, (old, one) -> ++merged);
        map.computeIfPresent("computed", (key, old) -> ++computed);
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.put("merged", 0);
        Order.run(
                () -> {
                    update(map);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    update(map);
                });
    }
}
