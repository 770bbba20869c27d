// Rule: ForkJoin invokeAll: the caller -> each task -> the return.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

//! clean
public class ForkJoinInvokeAll {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        first = 1;
        second = 1;
        pool.submit(() -> {
            ForkJoinTask.invokeAll(
                    ForkJoinTask.adapt(() -> {
                        first++;
                    }),
                    ForkJoinTask.adapt(() -> {
                        second++;
                    }));
            first++;
            second++;
        }).join();
        first++;
        second++;
        pool.shutdown();
    }
}
