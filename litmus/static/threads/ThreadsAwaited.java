//! Tasks that the method waits for which hands them over: they run beside each other, and not beside what comes before or after.
//! In a class that is marked thread-safe the method itself may run beside others.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import net.jcip.annotations.ThreadSafe;

public class ThreadsAwaited {
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<String> found = new ArrayList<>();
    private int width;
    private int asked;
    private int summed;
    private int joined;
    private int latched;
    private int forgotten;
    private int listed;
    private int composed;
    private int scanned;
    private int both;
    private int twice;
    private int once;

    // Clean: set before the tasks are made that read it.
    public void setWidth(int to) {
        width = to;
    }

    // Clean: the task reads what nobody writes meanwhile.
    public int await() throws InterruptedException, ExecutionException {
        Future<Integer> task = executor.submit(() -> width * 2);
        return task.get();
    }

    // Reported: the tasks run beside each other.
    public void awaitSeveral(int several) throws InterruptedException, ExecutionException {
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < several; i++) {
            tasks.add(executor.submit(() -> asked++)); //~ unprotected-write asked
        }
        for (Future<?> task : tasks) {
            task.get();
        }
    }

    // Clean: after the tasks.
    public int asked() {
        return asked;
    }

    // Clean: which functions the list has is not known. Doubt: it has these two.
    public void invokeAll(List<Callable<Integer>> tasks) throws InterruptedException {
        tasks.add(() -> width);
        tasks.add(() -> summed++);
        executor.invokeAll(tasks);
    }

    // Clean: after the thread.
    public int join() throws InterruptedException {
        Thread thread = new Thread(() -> summed++);
        thread.start();
        thread.join();
        return summed;
    }

    // Clean: a method that waits by a latch.
    public int latch() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        executor.execute(
                () -> {
                    synchronized (done) {
                        latched = width;
                    }
                    done.countDown();
                });
        done.await();
        return latched;
    }

    // Reported in forgotten: nobody waits for the task.
    public void forget() {
        executor.execute(() -> forgotten++); //~ unprotected-write forgotten
    }

    // Reported: reads beside the task.
    public int forgotten() {
        return forgotten; //~ read-write-race forgotten
    }

    // Reported: the task may still run that is handed over after the other one ended.
    public void awaitFirst() throws InterruptedException, ExecutionException {
        executor.submit(() -> width).get();
        executor.submit(() -> listed++); //~ unprotected-write listed
    }

    // Reported: see awaitFirst.
    public int listed() {
        return listed; //~ read-write-race listed
    }

    private static CompletableFuture<Void> run(Runnable task, Executor executor) {
        return CompletableFuture.runAsync(task, executor);
    }

    // Reported: a helper hands the tasks over, this one waits.
    public void compose() {
        CompletableFuture<Void> one = run(() -> composed++, executor); //~ unprotected-write composed
        CompletableFuture<Void> two = run(() -> composed--, executor);
        CompletableFuture.allOf(one, two).join();
    }

    // Reported: two tasks of one class, each made once.
    public void startTwo() throws InterruptedException {
        Thread one = new Thread(new Twice());
        Thread two = new Thread(new Twice());
        one.start();
        two.start();
        one.join();
        two.join();
    }

    private class Twice implements Runnable {
        // Reported: see startTwo.
        @Override
        public void run() {
            twice++; //~ unprotected-write twice
        }
    }

    // Clean: only one such task at a time.
    public void startOnce() throws InterruptedException {
        Thread one = new Thread(new Once());
        one.start();
        one.join();
    }

    private class Once implements Runnable {
        // Clean: see startOnce.
        @Override
        public void run() {
            once++;
        }
    }

    // Clean: after the tasks.
    public int composed() {
        return composed;
    }

    private class Scan implements Runnable {
        private int own;

        // Reported: what is around it is shared by all of these, what is its own is not.
        @Override
        public void run() {
            own++;
            scanned++; //~ unprotected-write scanned
            found.add("scanned"); //~ unprotected-write found
        }
    }

    // Clean: waits for the tasks, and asks them then.
    public int scan(int several) throws InterruptedException, ExecutionException {
        List<Scan> scans = new ArrayList<>();
        List<Future<?>> tasks = new ArrayList<>();
        for (int i = 0; i < several; i++) {
            Scan scan = new Scan();
            scans.add(scan);
            tasks.add(executor.submit(scan));
        }
        for (Future<?> task : tasks) {
            task.get();
        }
        int sum = scanned + found.size();
        for (Scan scan : scans) {
            sum += scan.own;
        }
        return sum;
    }

    private class OfBoth implements Runnable {
        // Reported: of those that one method waits for, and the other does not.
        @Override
        public void run() {
            both++; //~ unprotected-write both
        }
    }

    // Clean: the report stands in run.
    public void startOne() throws InterruptedException {
        Thread thread = new Thread(new OfBoth());
        thread.start();
        thread.join();
    }

    // Clean: see above.
    public void startOther() {
        new Thread(new OfBoth()).start();
    }

    // Reported: see startOther.
    public int both() {
        return both; //~ read-write-race both
    }

    @ThreadSafe
    static class Promised {
        private final ExecutorService executor = Executors.newCachedThreadPool();
        private int width;

        // Reported: others may wait for their tasks meanwhile.
        public void setWidth(int to) {
            width = to; //~ true-positive unprotected-write width
        }

        // Reported: see setWidth.
        public int await() throws InterruptedException, ExecutionException {
            return executor.submit(() -> width * 2).get(); //~ read-write-race width
        }
    }
}
