//! What was fresh and has been handed to another thread, or has leaked from its constructor: known gaps.
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class EscapeToThreads {
    static class Job {
        int input;
        int output;
    }

    private static EscapeToThreads latest;
    private final Executor executor;
    private final LinkedBlockingQueue<Job> queue = new LinkedBlockingQueue<>();
    private int late;

    // Known gap: others may find the object before its constructor is done.
    public EscapeToThreads(Executor executor) {
        this.executor = executor;
        synchronized (EscapeToThreads.class) {
            latest = this;
        }
        late = 1; //~ gap unprotected-write late: `this` has been stored in a static field
    }

    // Clean: reads a field that only the constructor is known to write.
    public int late() {
        return late;
    }

    // Clean: the job is complete when it is handed over.
    public void submit() {
        Job job = new Job();
        job.input = 1;
        executor.execute(() -> System.out.println(job.input));
    }

    // Known gap: the task may run while the field is written.
    public void submitEarly() {
        Job job = new Job();
        executor.execute(() -> System.out.println(job.input));
        job.input = 2; //~ gap unprotected-write input: the job has been captured by a task
    }

    // Known gap: the task writes what the method reads.
    public int result() {
        Job job = new Job();
        executor.execute(() -> job.output = 3);
        return job.output; //~ gap read-write-race output: the job has been captured by a task
    }

    // Known gap: the taker may have the job when it is written.
    public void enqueue() {
        Job job = new Job();
        queue.add(job);
        job.input = 4; //~ gap unprotected-write input: the job has been stored in a queue
    }

    // Clean: what comes out of the queue belongs to the taker. Doubt: only if the giver has let go of it.
    public void take() throws InterruptedException {
        Job job = queue.take();
        job.output = 5;
    }
}
