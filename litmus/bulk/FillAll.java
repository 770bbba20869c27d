// Rule: Arrays.fill writes the whole array.
import java.util.Arrays;

public class FillAll {
    static final Object[] shared = new Object[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Arrays.fill(shared, null); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared[7] = shared; //! race element write
                });
    }
}
