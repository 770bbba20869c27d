// Rule: add writes an ArrayList, get reads it.
import java.util.ArrayList;
import java.util.List;

public class ListAddGet {
    static final List<String> shared = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        shared.add("a");
        Order.run(
                () -> {
                    shared.add("b"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.get(0); //! container c read
                });
    }
}
