// Rule: Vector: synchronized methods; another vector's monitor gives no edge.
import java.util.Vector;

public class VectorOther {
    static int value;

    public static void main(String[] args) throws Exception {
        Vector<Object> one = new Vector<>();
        Vector<Object> other = new Vector<>();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    one.add("element");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(other.size() == 0);
                    value = 2; //! race value write
                });
    }
}
