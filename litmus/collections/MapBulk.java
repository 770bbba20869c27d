// Rule: concurrent collections: putting an element -> reading it, also in the bulk operations of ConcurrentHashMap.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapBulk {
    static final class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Box> map = new ConcurrentHashMap<>();
        ConcurrentHashMap<Box, String> keys = new ConcurrentHashMap<>();
        Order.run(
                () -> {
                    for (int i = 0; i < 7; i++) {
                        Box box = new Box();
                        box.value = 1;
                        map.put("key".concat(Integer.toString(i)), box);
                    }
                    Box box = new Box();
                    box.value = 1;
                    keys.put(box, "value");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    map.search(1, (key, box) -> key.equals("key0") && box.value++ == 0 ? box : null);
                    map.reduceValuesToInt(Long.MAX_VALUE, box -> box.value++, 0, Integer::sum);
                    map.forEachValue(Long.MAX_VALUE, box -> box.value++);
                    map.forEach((key, box) -> box.value++);
                    map.reduceEntries(Long.MAX_VALUE, entry -> entry.getValue().value++, Integer::sum);
                    keys.forEachKey(Long.MAX_VALUE, box -> box.value++);
                    keys.keySet().removeIf(box -> box.value++ > 0);
                });
    }
}
