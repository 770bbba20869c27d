// Rule: task -> Future.get; a cancelled task may still run: neither isDone nor a get that throws
// CancellationException orders what it did.
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;

public class FutureCancelled {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.require(new CancellationException().getMessage() == null);
        FutureTask<Integer> task = new FutureTask<>(() -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
            return 1;
        });
        Order.run(
                () -> task.run(),
                () -> {
                    Order.await(1);
                    task.cancel(false);
                    try {
                        task.get();
                        Order.require(false);
                    } catch (CancellationException expected) {
                        value = 2; //! race value write
                    }
                    Order.reach(2);
                });
    }
}
