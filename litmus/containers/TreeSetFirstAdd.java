// Rule: first reads a TreeSet, add writes it.
import java.util.SortedSet;
import java.util.TreeSet;

public class TreeSetFirstAdd {
    static final SortedSet<String> shared = new TreeSet<>();

    public static void main(String[] args) throws Exception {
        shared.add("a");
        Order.run(
                () -> {
                    shared.add("b"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.first(); //! container c read
                });
    }
}
