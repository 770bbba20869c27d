// Rule: ConcurrentHashMap.compute* on one key are ordered, those on two keys are not.
import java.util.concurrent.ConcurrentHashMap;

public class MapComputeTwoKeys {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
        map.compute("warm up", (key, old) -> 1);
        Order.run(
                () -> {
                    map.compute("a", (key, old) -> value = 1); //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    map.compute("b", (key, old) -> value = 2); //! race value write
                });
    }
}
