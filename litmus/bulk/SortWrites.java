// Rule: Arrays.sort writes its range.
import java.util.Arrays;

public class SortWrites {
    static final String[] shared = {"b", "a", "d", "c"};

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Arrays.sort(shared, 0, 2); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    String seen = shared[2];
                    seen = shared[0]; //! race element read
                });
    }
}
