// Rule: Semaphore release -> acquire, tryAcquire and their timed and bulk ways.
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

//! clean
public class SemaphoreHandOver {
    static int value;

    public static void main(String[] args) throws Exception {
        Semaphore permits = new Semaphore(0);
        Order.run(
                () -> {
                    value = 1;
                    permits.release();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    permits.acquire();
                    value = 2;
                    permits.release(2);
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(permits.tryAcquire());
                    value = 3;
                    permits.release();
                    Order.reach(3);
                },
                () -> {
                    Order.await(3);
                    Order.require(permits.tryAcquire(2, 60, TimeUnit.SECONDS));
                    value = 4;
                });
    }
}
