// Rule: concurrent collections: putting an element -> reading that element; an element of another map gives no edge, nor
// does the value that all sets share. ConcurrentSkipListMap and Set.
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

public class SkipListOther {
    static int key;
    static int set;

    public static void main(String[] args) throws Exception {
        ConcurrentSkipListMap<String, Object> map = new ConcurrentSkipListMap<>();
        ConcurrentSkipListSet<Object> one = new ConcurrentSkipListSet<>();
        ConcurrentSkipListSet<Object> other = new ConcurrentSkipListSet<>();
        ConcurrentSkipListMap<String, Object> maps = new ConcurrentSkipListMap<>();
        maps.put("a", new Object());
        other.add("other");
        Order.run(
                () -> {
                    key = 1; //! race key write
                    map.put("b", new Object());
                    set = 1; //! race set write
                    one.add("one");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    maps.get("a");
                    key = 2; //! race key write
                    Order.require(other.contains("other"));
                    set = 2; //! race set write
                });
    }
}
