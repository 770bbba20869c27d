// Rule: java.lang.reflect.Array reads and writes the element it is asked for.
import java.lang.reflect.Array;

public class ArrayReflected {
    static final long[] shared = new long[4];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Array.setLong(shared, 1, 5); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Array.get(shared, 2);
                    Array.get(shared, 1); //! race element read
                });
    }
}
