// Rule: Arrays.fill writes its range.
import java.util.Arrays;

public class FillWrites {
    static final int[] shared = new int[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Arrays.fill(shared, 2, 4, 1); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = shared[1] + shared[4];
                    seen = shared[3]; //! race element read
                });
    }
}
