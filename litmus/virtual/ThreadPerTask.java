// Rule: an executor with a thread for each task: execute -> task -> termination, with threads of the platform.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

//! clean
//! jdk 21
public class ThreadPerTask {
    static int submitted;
    static int awaited;
    static int asked;

    static ExecutorService executor() throws ReflectiveOperationException {
        ThreadFactory factory = Thread::new;
        return (ExecutorService)
                Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class).invoke(null, factory);
    }

    public static void main(String[] args) throws Exception {
        Thread main = Thread.currentThread();
        ExecutorService first = executor();
        submitted = 1;
        first.execute(() -> {
            submitted = 2;
            Order.awaitBlocked(main);
            awaited = 1;
        });
        first.shutdown();
        Order.require(first.awaitTermination(60, TimeUnit.SECONDS));
        awaited = 2;

        ExecutorService second = executor();
        second.execute(() -> asked = 1);
        second.shutdown();
        while (!second.isTerminated()) {
            Thread.onSpinWait();
        }
        asked = 2;
    }
}
