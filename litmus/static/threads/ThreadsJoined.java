//! Tasks that another method waits for than the one that hands them over. Who has waited for what lies in a field of an object comes after the tasks
//! of that object, as far as it is known what these are: that each is waited for is taken for granted.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class ThreadsJoined {
    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final CountDownLatch done = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private final List<String> log = new ArrayList<>();
    private final Thread thread = new Thread(this::work);
    private Future<?> future;
    private CompletableFuture<Void> promise;
    private int joined;
    private int read;
    private int late;
    private int maybe;
    private int again;
    private int got;
    private int promised;
    private int latched;
    private int released;

    private void work() {
        joined = read + late + maybe + again; //~ unprotected-write joined; read-write-race late; read-write-race maybe; read-write-race again
    }

    // Clean: starts the thread. Reported: a task that others read beside.
    public void start() {
        thread.start();
        future = executor.submit(() -> got = 1); //~ unprotected-write got
        promise = CompletableFuture.runAsync(() -> promised = 2, executor);
        executor.execute(
                () -> {
                    latched = 3;
                    done.countDown();
                });
        executor.execute(() -> log.add("done"));
    }

    // Clean: after the thread. Clean: what it writes then.
    public int join() throws InterruptedException {
        thread.join();
        read = 0;
        return joined;
    }

    // Reported: does not wait.
    public int joined() {
        return joined; //~ read-write-race joined
    }

    // Reported: before it waits.
    public void joinLate() throws InterruptedException {
        late = 1; //~ unprotected-write late
        thread.join();
    }

    // Reported: only one way waits.
    public void joinMaybe(boolean joins) throws InterruptedException {
        if (joins) {
            thread.join();
        }
        maybe = 1; //~ unprotected-write maybe
    }

    // Reported: what it hands over after it has waited.
    public void joinAgain() throws InterruptedException {
        thread.join();
        start();
        again = 1; //~ unprotected-write again
    }

    // Clean: after the task.
    public int get() throws InterruptedException, ExecutionException {
        future.get();
        return got;
    }

    // Reported: does not wait.
    public int got() {
        return got; //~ read-write-race got
    }

    // Clean: after the task.
    public int promised() {
        promise.join();
        return promised;
    }

    // Clean: a helper waits.
    public int latched() throws InterruptedException {
        await();
        return latched;
    }

    private void await() throws InterruptedException {
        done.await();
    }

    // Clean: after all tasks.
    public int finish() throws InterruptedException {
        executor.shutdown();
        executor.awaitTermination(1, TimeUnit.MINUTES);
        return log.size();
    }

    // Reported: a task that waits for its start comes after nothing.
    public void release() {
        for (int i = 0; i < 2; i++) {
            new Thread(this::released).start();
        }
        go.countDown();
    }

    private void released() {
        try {
            go.await();
            released++; //~ unprotected-write released
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static class OfItself implements Runnable {
        private final Thread thread = new Thread(this);
        private int loops;

        // Clean: starts the thread.
        void start() {
            thread.start();
        }

        // Clean: read by those who have waited.
        @Override
        public void run() {
            loops++;
        }

        // Clean: after the thread.
        int loops() throws InterruptedException {
            thread.join();
            return loops;
        }
    }

    static class OfThread extends Thread {
        private int loops;
        private int seen;

        // Clean: read by those who have waited; told where others read.
        @Override
        public void run() {
            loops++;
            seen++;
        }

        // Clean: after the thread.
        int loops() throws InterruptedException {
            join();
            return loops;
        }

        // Reported: does not wait.
        int seen() {
            return seen; //~ true-positive read-write-race seen
        }
    }
}
