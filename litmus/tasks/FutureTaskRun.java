// Rule: task -> Future.get: a FutureTask that a thread of the program's own runs.
import java.util.concurrent.FutureTask;

//! clean
public class FutureTaskRun {
    static int value;

    public static void main(String[] args) throws Exception {
        FutureTask<Integer> task = new FutureTask<>(() -> value = 1);
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    task.run();
                },
                () -> {
                    Order.require(task.get() == 1);
                    value++;
                });
    }
}
