import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads by reflection, since the programs compile for JDK 11. */
public final class Virtual {
    private Virtual() {}

    /** Starts a virtual thread. */
    static Thread start(Order.Body body) throws ReflectiveOperationException {
        Runnable task = () -> Order.orFail(body);
        return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    }

    /** An executor that starts a virtual thread for each task. */
    static ExecutorService executor() throws ReflectiveOperationException {
        return (ExecutorService) Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    /** Lets all virtual threads share one carrier; called before the first of them is made. */
    static void shareOneCarrier() {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
    }
}
