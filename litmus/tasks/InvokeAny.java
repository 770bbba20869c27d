// Rule: invokeAny: the caller -> each task; the task whose result is returned -> its return.
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

//! clean
public class InvokeAny {
    static int before;
    static int result;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        before = 1;
        Callable<Integer> task = () -> result = before;
        pool.invokeAny(Collections.singletonList(task));
        result++;
        pool.shutdown();
    }
}
