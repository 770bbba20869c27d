// Rule: Hashtable: synchronized methods; another table's monitor gives no edge.
import java.util.Hashtable;

public class HashtableOther {
    static int value;

    public static void main(String[] args) throws Exception {
        Hashtable<String, Object> one = new Hashtable<>();
        Hashtable<String, Object> other = new Hashtable<>();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    one.put("key", "value");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(other.get("key") == null);
                    value = 2; //! race value write
                });
    }
}
