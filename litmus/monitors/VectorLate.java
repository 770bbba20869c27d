// Rule: Vector: synchronized methods; what a thread does after it left the monitor is not ordered.
import java.util.Vector;

public class VectorLate {
    static int value;

    public static void main(String[] args) throws Exception {
        Vector<Object> vector = new Vector<>();
        Order.run(
                () -> {
                    vector.add("element");
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    vector.get(0);
                    value = 2; //! race value write
                });
    }
}
