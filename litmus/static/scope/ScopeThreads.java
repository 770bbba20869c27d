//! A class that starts threads or feeds executors is looked at. What the threads run may run on any of them.
//! The stricter mode leaves tasks out: an executor may have one thread.
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScopeThreads {
    static class Worker extends Thread {
        private int done;
        private volatile boolean stopped;

        // Clean: one object is one thread, which does not race with itself. Its reader is reported.
        @Override
        public void run() {
            while (!stopped) {
                done++;
            }
        }

        // Reported: read by whoever asks, while run writes.
        public int done() {
            return done; //~ true-positive read-write-race done
        }

        // Clean: volatile.
        public void stopIt() {
            stopped = true;
        }
    }

    private final ScheduledExecutorService executor = Executors.newScheduledThreadPool(2);
    private final Timer timer = new Timer();
    private int scheduled;
    private int timed;
    private int later;
    private int idle;

    // Reported: each task of the pool writes.
    public void schedule() {
        executor.schedule(() -> scheduled++, 1, TimeUnit.SECONDS); //~ unprotected-write scheduled
    }

    // Clean: a timer has one thread, which does not race with itself. Its reader is reported.
    public void time() {
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        timed++;
                    }
                },
                10);
    }

    // Reported: reads what the timer's thread writes.
    public int timed() {
        return timed; //~ read-write-race timed
    }

    // Reported: runs in the common pool.
    public void later() {
        CompletableFuture.runAsync(() -> later++); //~ unprotected-write later
    }

    // Clean: no thread that is started here touches this field.
    public void idle(int to) {
        idle = to;
    }
}
