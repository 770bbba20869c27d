// Rule: CyclicBarrier arrive -> return of each; what follows the return is not ordered.
import java.util.concurrent.CyclicBarrier;

public class BarrierAfter {
    static int value;

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Order.run(
                () -> {
                    barrier.await();
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    barrier.await();
                    Order.await(1);
                    value = 2; //! race value write
                });
    }
}
