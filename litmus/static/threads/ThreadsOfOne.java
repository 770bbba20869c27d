//! Executors with one thread: their tasks run one after the other, but beside all else.
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ThreadsOfOne {
    private static final ExecutorService STATIC = Executors.newSingleThreadExecutor();
    private static int total;
    private final ExecutorService single = Executors.newSingleThreadExecutor();
    private final ScheduledExecutorService scheduled = Executors.newSingleThreadScheduledExecutor();
    private final ExecutorService one = Executors.newFixedThreadPool(1);
    private final ExecutorService two = Executors.newFixedThreadPool(2);
    private final ExecutorService given;
    private ExecutorService replaced = Executors.newSingleThreadExecutor();
    private final List<String> log = new ArrayList<>();
    private int counted;
    private int asked;
    private int ticks;
    private int fixed;
    private int wide;
    private int mixed;
    private int unknown;
    private int changed;
    private int inner;
    private int known;
    private static int shared;

    // Clean: two constructors would be needed for another executor.
    public ThreadsOfOne(boolean isSmall) {
        given = isSmall ? Executors.newSingleThreadExecutor() : Executors.newCachedThreadPool();
    }

    // Clean: one after the other.
    public void count() {
        single.execute(() -> counted++);
    }

    // Clean: see above.
    public void log(String line) {
        single.submit(() -> log.add(line));
        single.execute(() -> counted = log.size());
    }

    // Reported against asked.
    public void ask() {
        single.execute(() -> asked++); //~ unprotected-write asked
    }

    // Reported: any thread reads it beside the task.
    public int asked() {
        return asked; //~ read-write-race asked
    }

    // Clean: one thread, however often it is called.
    public void start() {
        scheduled.scheduleAtFixedRate(() -> ticks++, 1, 1, TimeUnit.SECONDS);
    }

    // Clean: as many threads as the argument says.
    public void fix() {
        one.execute(() -> fixed++);
    }

    // Reported: two threads.
    public void widen() {
        two.execute(() -> wide++); //~ unprotected-write wide
    }

    // Reported at the first: two executors, each with one thread.
    public void mix() {
        single.execute(() -> mixed++); //~ unprotected-write mixed
        one.execute(() -> mixed--);
    }

    // Reported: it may have many threads.
    public void give() {
        given.execute(() -> unknown++); //~ unprotected-write unknown
    }

    // Reported: the tasks of the executor before may still run. Doubt: nobody replaces it.
    public void replace() {
        replaced.execute(() -> changed++); //~ unprotected-write changed
    }

    // Clean: all objects have one executor.
    public void total() {
        STATIC.execute(() -> total++);
    }

    // Reported: each object has another executor.
    public void share() {
        single.execute(() -> shared++); //~ unprotected-write shared
    }

    // Clean: the reports stand in run.
    public void startInner() {
        single.execute(new Inner());
    }

    private class Inner implements Runnable {
        // Clean: inner, as one thread runs all of these. Clean here: known, which is told where others read it.
        @Override
        public void run() {
            inner++;
            known++;
        }
    }

    // Reported: beside the task.
    public int known() {
        return known; //~ read-write-race known
    }
}
