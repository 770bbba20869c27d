//! Streams that several threads run, and tasks that are gathered to be run together: the caller waits for both, and what it is given runs beside itself.
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ThreadsParallel {
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Callable<Void>> kept = new ArrayList<>();
    private long total;
    private long summed;
    private long mapped;
    private long locked;
    private long shifted;
    private long guarded;
    private long factor;
    private long ordered;
    private long plain;
    private long gathered;
    private long listed;
    private long alone;
    private long hidden;
    private long later;

    // Reported: several threads run the lambda at once.
    public long stream(long[] values) {
        Arrays.stream(values).parallel().forEach(value -> total += value); //~ unprotected-write total
        return total;
    }

    // Reported: see above.
    public void collection(List<Long> values) {
        values.parallelStream().filter(value -> value > 0).forEach(value -> summed += value); //~ unprotected-write summed
    }

    // Reported: the whole stream is parallel, also what comes before the word.
    public long map(long[] values) {
        return Arrays.stream(values).map(value -> value + mapped++).parallel().sum(); //~ unprotected-write mapped
    }

    // Clean: what is said last counts.
    public long unmap(long[] values) {
        return Arrays.stream(values).parallel().map(value -> value + shifted++).sequential().sum();
    }

    // Clean: the lambda takes the lock.
    public void lock(long[] values) {
        Arrays.stream(values)
                .parallel()
                .forEach(
                        value -> {
                            synchronized (this) {
                                locked += value;
                            }
                        });
    }

    // Reported: the caller's lock does not keep the threads from each other. Clean: factor, as it keeps others away.
    public synchronized void guard(long[] values) {
        Arrays.stream(values).parallel().forEach(value -> guarded += value * factor); //~ unprotected-write guarded
    }

    // Clean: the same lock.
    public synchronized void setFactor(long to) {
        factor = to;
    }

    // Clean: one after the other.
    public void order(long[] values) {
        Arrays.stream(values).parallel().forEachOrdered(value -> ordered += value);
    }

    // Clean: this stream is run by the caller.
    public void plain(long[] values) {
        Arrays.stream(values).forEach(value -> plain += value);
    }

    // Clean: after the stream.
    public long total() {
        return total;
    }

    // Reported: the tasks run beside each other. Clean: what comes after them.
    public long invokeAll(List<long[]> parts) throws InterruptedException {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (long[] part : parts) {
            tasks.add(
                    () -> {
                        gathered += part.length; //~ unprotected-write gathered
                        return null;
                    });
        }
        executor.invokeAll(tasks);
        return gathered;
    }

    // Reported: two tasks of a list. Clean: what only one of them has.
    public void invokeListed() throws InterruptedException {
        Callable<Long> one = () -> listed++ + alone++;
        executor.invokeAll(List.of(one, () -> listed--)); //~ unprotected-write listed
    }

    // Known gap: what a field's collection holds is not known.
    public void keep() {
        kept.add(
                () -> {
                    hidden++; //~ gap unprotected-write hidden: others run what is gathered here
                    return null;
                });
    }

    // Clean: the tasks are found in keep.
    public void invokeKept() throws InterruptedException {
        executor.invokeAll(kept);
    }

    // Known gap: a stream that is given away may be run in parallel by whoever has it.
    public java.util.stream.LongStream give(long[] values) {
        return Arrays.stream(values).map(value -> value + later++); //~ gap unprotected-write later: who runs it is not known
    }
}
