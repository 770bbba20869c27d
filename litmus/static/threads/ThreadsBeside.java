//! What runs beside a task though the method that hands it over waits for it: other tasks of that method, the same one handed over again, and
//! what the method itself does meanwhile. And waits that are for something else, or not on every way.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ThreadsBeside {
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final CountDownLatch done = new CountDownLatch(1);
    private int stock;
    private int resubmitted;
    private int referred;
    private int meanwhile;
    private int before;
    private int after;
    private int sometimes;
    private int otherwise;
    private int counted;
    private int looped;

    // Reported in both tasks: they run beside each other.
    public void produceAndConsume() throws InterruptedException {
        Thread producer = new Thread(new Producer());
        Thread consumer = new Thread(new Consumer());
        producer.start();
        consumer.start();
        producer.join();
        consumer.join();
    }

    private class Producer implements Runnable {
        // Reported: see produceAndConsume.
        @Override
        public void run() {
            stock++; //~ unprotected-write stock
        }
    }

    private class Consumer implements Runnable {
        // Reported: see produceAndConsume.
        @Override
        public void run() {
            stock--; //~ unprotected-write stock
        }
    }

    // Reported: two tasks by one lambda.
    public void resubmit() throws InterruptedException, ExecutionException {
        Runnable task = () -> resubmitted++; //~ unprotected-write resubmitted
        Future<?> one = executor.submit(task);
        Future<?> two = executor.submit(task);
        one.get();
        two.get();
    }

    // Reported in work: two tasks by one method.
    public void resubmitWork() throws InterruptedException, ExecutionException {
        Future<?> one = executor.submit(this::work);
        Future<?> two = executor.submit(this::work);
        one.get();
        two.get();
    }

    private void work() {
        referred++; //~ unprotected-write referred
    }

    // Reported, once a method: between start and join the task runs. Clean: what comes before the one or after the other.
    public int meanwhile() throws InterruptedException {
        before = 1;
        Thread thread =
                new Thread(
                        () -> {
                            meanwhile++;
                            after = before;
                        });
        before = 2;
        thread.start();
        meanwhile++; //~ unprotected-write meanwhile
        thread.join();
        return after + meanwhile;
    }

    // Reported: nobody waits where the task was handed over.
    public void sometimes(boolean wait) throws InterruptedException {
        if (wait) {
            done.await();
        } else {
            executor.execute(() -> sometimes++); //~ unprotected-write sometimes
        }
    }

    // Reported: see sometimes.
    public int sometimes() {
        return sometimes; //~ read-write-race sometimes
    }

    // Reported: waits for another task.
    public Object otherwise(Future<?> other, Executor executor)
            throws InterruptedException, ExecutionException {
        executor.execute(() -> otherwise++); //~ unprotected-write otherwise
        return other.get();
    }

    // Reported: see above.
    public int otherwise() {
        return otherwise; //~ read-write-race otherwise
    }

    // Clean: the task counts the latch down.
    public int counted(Executor executor) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        executor.execute(
                () -> {
                    counted++;
                    latch.countDown();
                });
        latch.await();
        return counted;
    }

    // The task goes on when it has counted the latch down: what a task does after that is not told from what it does before.
    public int started(Executor executor) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        executor.execute(
                () -> {
                    latch.countDown();
                    looped++; //~ gap unprotected-write looped: a latch that the task counts down counts as its end
                });
        latch.await();
        return looped; //~ gap read-write-race looped: likewise
    }

    static class Background {
        private final CountDownLatch done = new CountDownLatch(1);
        private int applied;

        @androidx.annotation.WorkerThread
        private void each(Runnable task) {
            task.run();
        }

        // Reported: it runs in the background, and nothing is handed over.
        public void apply() throws InterruptedException {
            each(() -> applied++); //~ unprotected-write applied
            done.await();
        }
    }
}
