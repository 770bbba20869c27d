// Rule: Collections.synchronized...: the mutex is a monitor; two wrappers have two.
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public class SynchronizedOther {
    static int value;

    public static void main(String[] args) throws Exception {
        List<Object> one = Collections.synchronizedList(new ArrayList<>());
        List<Object> other = Collections.synchronizedList(new ArrayList<>());
        Order.run(
                () -> {
                    value = 1; //! race value write
                    one.add("element");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(other.isEmpty());
                    value = 2; //! race value write
                });
    }
}
