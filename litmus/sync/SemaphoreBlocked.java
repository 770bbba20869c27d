// Rule: Semaphore release -> acquire; also when the acquire has to wait. Two releases join: the
// acquire is ordered after both.
import java.util.concurrent.Semaphore;

//! clean
public class SemaphoreBlocked {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        Semaphore permits = new Semaphore(0);
        Order.run(
                () -> {
                    Order.awaitBlocked(2);
                    first = 1;
                    permits.release();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    second = 1;
                    permits.release();
                },
                () -> {
                    permits.acquireUninterruptibly(2);
                    first = 2;
                    second = 2;
                });
    }
}
