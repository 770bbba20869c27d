// Rule: CyclicBarrier arrive -> return of each; an await that fails because the barrier broke
// gives no edge.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BarrierBroken {
    static int value;

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Order.require(!new BrokenBarrierException().equals(new TimeoutException()));
        Order.run(
                () -> {
                    value = 1; //! race value write
                    try {
                        barrier.await(1, TimeUnit.MILLISECONDS);
                        Order.require(false);
                    } catch (TimeoutException expected) {
                        Order.reach(1);
                    }
                },
                () -> {
                    Order.await(1);
                    try {
                        barrier.await();
                        Order.require(false);
                    } catch (BrokenBarrierException expected) {
                        value = 2; //! race value write
                    }
                });
    }
}
