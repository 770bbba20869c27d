// Rule: a stream of an array reads it.
import java.util.Arrays;

public class StreamReads {
    static final int[] shared = new int[2];

    public static void main(String[] args) throws Exception {
        Arrays.stream(shared).sum();
        Order.run(
                () -> {
                    shared[1] = 3; //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.stream(shared).sum(); //! race element read
                });
    }
}
