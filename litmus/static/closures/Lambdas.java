//! Lambdas: what they do belongs to the method around them, if it runs during the call, or to the thread that runs them.
//! The stricter mode leaves them out, as it does not know when they run.
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.IntSupplier;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class Lambdas {
    private final List<String> names = new ArrayList<>();
    private final Map<String, String> map = new HashMap<>();
    private final Executor executor;
    private int visited;
    private int lockedVisits;
    private int handedOver;
    private int lockedInside;
    private int stored;
    private int computed;

    // Clean: a constructor.
    public Lambdas(Executor executor) {
        this.executor = executor;
    }

    // Reported: forEach calls the lambda at once, without a lock.
    public void visit() {
        names.forEach(name -> visited++); //~ unprotected-write visited
    }

    // Clean: the lock is held while forEach runs.
    public synchronized void visitLocked() {
        names.forEach(name -> lockedVisits++);
    }

    // Reported: the task runs later, when the lock has been given back.
    public synchronized void handOver() {
        executor.execute(() -> handedOver++); //~ unprotected-write handedOver
    }

    // Clean: the task takes the lock itself.
    public void lockInside() {
        executor.execute(
                () -> {
                    synchronized (this) {
                        lockedInside++;
                    }
                });
    }

    // Clean: both under the lock.
    public synchronized int lockedInside() {
        return lockedInside;
    }

    // Reported at the line in the lambda: whoever gets it may run it on any thread.
    public Runnable task(int to) {
        return () -> {
            stored = to; //~ unprotected-write stored
        };
    }

    // Reported: the map is written; the function itself touches nothing.
    public void compute(String key) {
        map.computeIfAbsent(key, k -> k + "!"); //~ true-positive unprotected-write map
    }

    // Clean: a lambda that captures nothing shared.
    public IntSupplier constant(int value) {
        return () -> value + 1;
    }

    // Clean: the captured object is the method's own until it returns.
    public int own() {
        int[] sum = new int[1];
        List.of(1, 2).forEach(i -> sum[0] += i);
        return sum[0];
    }

    // Reported: the stream is run here.
    public void stream() {
        names.stream().map(String::length).forEach(length -> computed += length); //~ unprotected-write computed
    }
}
