// Rule: Vector: its synchronized methods lock the vector's own monitor, which the program may lock, too.
import java.util.Vector;

//! clean
public class VectorMonitor {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        Vector<Object> vector = new Vector<>();
        Order.run(
                () -> {
                    first = 1;
                    synchronized (vector) {
                        Order.reach(1);
                    }
                    Order.await(2);
                    synchronized (vector) {
                        second = 2;
                    }
                },
                () -> {
                    Order.await(1);
                    vector.isEmpty();
                    first = 2;
                    second = 1;
                    try {
                        vector.elementAt(7);
                    } catch (ArrayIndexOutOfBoundsException expected) {
                        Order.reach(2);
                    }
                });
    }
}
