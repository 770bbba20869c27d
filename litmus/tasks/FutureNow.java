// Rule: what a task did -> resultNow and exceptionNow of its future.
import java.lang.reflect.Method;
import java.util.concurrent.FutureTask;

//! clean
//! jdk 21
public class FutureNow {
    static final FutureTask<String> RESULT = new FutureTask<>(FutureNow::succeed);
    static final FutureTask<String> EXCEPTION = new FutureTask<>(FutureNow::fail);
    static int[] values = new int[2];

    static String succeed() {
        values[0] = 1;
        return "done";
    }

    static String fail() throws Exception {
        values[1] = 1;
        throw new Exception("expected");
    }

    public static void main(String[] args) throws Exception {
        Method result = FutureTask.class.getMethod("resultNow");
        Method exception = FutureTask.class.getMethod("exceptionNow");
        FutureTask<String> trial = new FutureTask<>(() -> "trial");
        trial.run();
        result.invoke(trial);
        FutureTask<String> failure = new FutureTask<>(() -> {
            throw new Exception("trial");
        });
        failure.run();
        exception.invoke(failure);
        Order.run(
                () -> {
                    RESULT.run();
                    EXCEPTION.run();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    result.invoke(RESULT);
                    values[0] = 2;
                    exception.invoke(EXCEPTION);
                    values[1] = 2;
                });
    }
}
