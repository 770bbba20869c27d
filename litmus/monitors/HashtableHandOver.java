// Rule: Hashtable: synchronized methods; a Properties is one that keeps its entries in a concurrent map.
import java.util.Hashtable;
import java.util.Properties;

//! clean
public class HashtableHandOver {
    static int table;
    static int enumerated;
    static int property;

    public static void main(String[] args) throws Exception {
        Hashtable<String, Object> hashtable = new Hashtable<>();
        Properties properties = new Properties();
        Order.run(
                () -> {
                    table = 1;
                    hashtable.put("key", "value");
                    Order.reach(1);
                    Order.await(2);
                    Order.require(hashtable.isEmpty());
                    enumerated = 2;
                    property = 1;
                    properties.put("key", "value");
                    hashtable.put("other", "value");
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    hashtable.get("key");
                    table = 2;
                    enumerated = 1;
                    hashtable.remove("key");
                    Order.reach(2);
                    Order.await(3);
                    Order.require(properties.getProperty("key").equals("value"));
                    property = 2;
                });
    }
}
