// Rule: a sublist leads to its list.
import java.util.ArrayList;
import java.util.List;

public class ListSubList {
    static final List<String> shared = new ArrayList<>();
    static final List<String> part = part();

    static List<String> part() {
        shared.add("a");
        shared.add("b");
        return shared.subList(0, 1);
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    part.clear(); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.size(); //! container c read
                });
    }
}
