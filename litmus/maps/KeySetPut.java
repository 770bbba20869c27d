// Rule: concurrent collections: adding an element happens before finding that element, also in a set
// whose map the JDK makes for the user.
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

//! clean
public class KeySetPut {
    static int value;

    public static void main(String[] args) throws Exception {
        Set<Object> set = ConcurrentHashMap.newKeySet();
        Object element = new Object();
        Order.run(
                () -> {
                    value = 1;
                    set.add(element);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(set.iterator().next() == element);
                    value = 2;
                });
    }
}
