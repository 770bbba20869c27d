// Rule: replacing elements of an ArrayList does not change the list: different ones do not race.
//! clean
import java.util.ArrayList;
import java.util.List;

public class ListOtherElements {
    static final List<String> shared = new ArrayList<>();

    public static void main(String[] args) throws Exception {
        shared.add("a");
        shared.add("a");
        Order.run(
                () -> {
                    shared.set(0, "b");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.set(1, "c");
                    shared.get(1);
                });
    }
}
