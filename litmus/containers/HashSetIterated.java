// Rule: an iterator reads the map inside the set that it came from.
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

public class HashSetIterated {
    static final Set<String> shared = new HashSet<>();

    public static void main(String[] args) throws Exception {
        shared.add("a");
        Iterator<String> all = shared.iterator();
        Order.run(
                () -> {
                    all.next(); //! container c read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.add("b"); //! container c write
                });
    }
}
