// Rule: firstKey reads a TreeMap, remove writes it.
import java.util.TreeMap;

public class TreeMapReadWrite {
    static final TreeMap<String, String> shared = new TreeMap<>();

    public static void main(String[] args) throws Exception {
        shared.put("a", "1");
        Order.run(
                () -> {
                    shared.firstKey(); //! container c read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.remove("a"); //! container c write
                });
    }
}
