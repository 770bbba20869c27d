// Rule: Arrays.copyOf and copyOfRange read what they copy.
import java.util.Arrays;

public class CopyOfReads {
    static final double[] shared = new double[8];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared[1] = 1; //! race element write
                    shared[6] = 1; //! race other write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.copyOf(shared, 2); //! race element read
                    Arrays.copyOfRange(shared, 5, 12); //! race other read
                });
    }
}
