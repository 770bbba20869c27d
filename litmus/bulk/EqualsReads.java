// Rule: Arrays.equals reads arrays that are equal.
import java.util.Arrays;

public class EqualsReads {
    static final char[] shared = new char[2];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared[1] = 0; //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.equals(shared, new char[2]); //! race element read
                });
    }
}
