// Rule: replacing an element of an ArrayList races with reading it.
import java.util.ArrayList;
import java.util.List;

public class ListSameElement {
    static final List<String> shared = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        shared.add("a");
        shared.add("a");
        Order.run(
                () -> {
                    shared.set(1, "b"); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get(0);
                    shared.get(1); //! race element read
                });
    }
}
