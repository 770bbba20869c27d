// Rule: task -> Future.get; what the thread that ran it does afterwards is not ordered.
import java.util.concurrent.FutureTask;

public class FutureTaskAfter {
    static int value;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        Order.run(
                () -> {
                    task.run();
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(task.get() == 1);
                    value = 2; //! race value write
                });
    }
}
