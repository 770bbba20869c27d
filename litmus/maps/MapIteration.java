// Rule: concurrent collections: putting an element -> reading that element, by iteration too.
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class MapIteration {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        ConcurrentHashMap<String, Box> map = new ConcurrentHashMap<>();
        Order.run(
                () -> {
                    Box box = new Box();
                    box.value = 1;
                    map.put("key", box);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    for (Box box : map.values()) {
                        box.value++;
                    }
                    map.forEach((key, box) -> box.value++);
                });
    }
}
