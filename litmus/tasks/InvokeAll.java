// Rule: invokeAll: the caller -> each task -> its return.
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

//! clean
public class InvokeAll {
    static int before;
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        before = 1;
        pool.invokeAll(Arrays.asList(() -> first = before, () -> second = before));
        first++;
        second++;
        pool.shutdown();
    }
}
