// Rule: Semaphore release -> acquire; a tryAcquire that fails gives no edge, nor does a release
// to a later release.
import java.util.concurrent.Semaphore;

public class SemaphoreFails {
    static int failed;
    static int released;

    public static void main(String[] args) throws Exception {
        Semaphore permits = new Semaphore(0);
        permits.release();
        permits.acquire();
        Order.run(
                () -> {
                    failed = 1; //! race failed write
                    released = 1; //! race released write
                    permits.release();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(!permits.tryAcquire(2));
                    failed = 2; //! race failed write
                    permits.release();
                    released = 2; //! race released write
                });
    }
}
