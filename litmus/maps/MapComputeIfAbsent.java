// Rule: ConcurrentHashMap.computeIfAbsent: what the function did -> every later call that finds
// its value.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapComputeIfAbsent {
    static class Box {
        int value;
    }

    static final ConcurrentHashMap<String, Box> CACHE = new ConcurrentHashMap<>();

    static Box cached() {
        return CACHE.computeIfAbsent("key", key -> {
            Box box = new Box();
            box.value = 1;
            return box;
        });
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    cached();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = cached().value + CACHE.get("key").value;
                });
    }
}
