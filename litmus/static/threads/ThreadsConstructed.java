//! Tasks that are made while their object is: what a constructor owns is no longer its own once it is in a task, which runs at any later time.
//! An object is constructed once, so that such a task does not run beside itself.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import net.jcip.annotations.ThreadSafe;

public class ThreadsConstructed {
    private static int all;
    private int scheduled;
    private int alone;
    private int several;
    private int first;
    private int second;
    private int own;
    private int helped;
    private int repeated;
    private int locked;

    // Reported: what others read, or another task writes, and the static field, as each object has such a task. Clean: what only this one
    // has, however often it runs; what takes the lock; and what the constructor itself does.
    public ThreadsConstructed(ScheduledExecutorService executor) {
        own = 1;
        executor.scheduleWithFixedDelay(() -> scheduled++, 1, 1, TimeUnit.SECONDS); //~ unprotected-write scheduled
        executor.scheduleAtFixedRate(() -> alone++, 1, 1, TimeUnit.SECONDS);
        executor.execute(this::count);
        new Thread(() -> first = second++).start(); //~ unprotected-write first; unprotected-write second
        new Thread(() -> second = first++).start(); //~ read-write-race first
        for (int i = 0; i < 3; i++) {
            new Thread(() -> several++).start(); //~ unprotected-write several
        }
        executor.execute(
                () -> {
                    synchronized (this) {
                        locked++;
                    }
                });
        help(executor);
        repeat(executor);
        repeat(executor);
    }

    // Reported: reads beside the task.
    public int scheduled() {
        return scheduled; //~ read-write-race scheduled
    }

    // Clean: only the constructor writes it.
    public int own() {
        return own;
    }

    // Clean: the lock of the task.
    public synchronized int locked() {
        return locked;
    }

    private void count() {
        all++; //~ unprotected-write all
    }

    // Clean: called once, by the constructor.
    private void help(Executor executor) {
        executor.execute(() -> helped++);
    }

    // Reported: called twice, so that the tasks run beside each other.
    private void repeat(Executor executor) {
        executor.execute(() -> repeated++); //~ unprotected-write repeated
    }

    static class Polled {
        private final Thread thread;
        private boolean stop;
        private int limit;
        private int late;

        Polled() {
            thread = new Thread(this::loop);
        }

        // Reported: it may never see what stop writes, nor what comes late.
        private void loop() {
            while (!stop && late < limit) { //~ read-write-race stop; read-write-race late
                Thread.onSpinWait();
            }
        }

        // Clean: limit, which is set before the thread is started. Reported: late.
        void start() {
            setLimit(3);
            thread.start();
            late = 1; //~ unprotected-write late
        }

        private void setLimit(int to) {
            limit = to;
        }

        // Reported: the thread reads the field.
        void stop() {
            stop = true; //~ unprotected-write stop
        }
    }

    static class Initialized {
        private final Thread thread = new Thread(this::loop);
        private int turns;

        // Clean: starts the thread.
        void start() {
            thread.start();
        }

        private void loop() {
            turns++; //~ unprotected-write turns
        }

        // Reported: reads beside the thread.
        int turns() {
            return turns; //~ read-write-race turns
        }
    }

    static class Stored {
        private static int runs;
        private static final Runnable COUNT = () -> runs++; //~ unprotected-write runs
        private int stored;
        private int unrun;
        private int locked;
        private int late;
        private int hidden;
        private final Runnable task = () -> stored++; //~ unprotected-write stored
        private final Runnable unused = () -> unrun++;
        private final Runnable lockedTask = this::lock;
        private Runnable replaced = () -> late++;
        private final Runnable anonymous =
                new Runnable() {
                    @Override
                    public void run() {
                        hidden++; //~ gap unprotected-write hidden: which class the field's object is of is not known
                    }
                };

        // Clean: the report stands where the task's code does.
        void go(Executor executor) {
            executor.execute(task);
            executor.execute(lockedTask);
            executor.execute(COUNT);
            executor.execute(anonymous);
        }

        // Known gap, as the field may hold another task by now.
        void goLate(Executor executor) {
            executor.execute(replaced); //~ gap unprotected-write late: the field is not final
        }

        // Reported: reads beside the task.
        int stored() {
            return stored; //~ read-write-race stored
        }

        // Clean: nobody is seen to hand it to another thread.
        int unrun() {
            return unrun;
        }

        private synchronized void lock() {
            locked++;
        }

        // Clean: the lock of the task.
        synchronized int locked() {
            return locked;
        }
    }

    @ThreadSafe
    static class Promised {
        private int ticks;

        // Reported: others read it.
        Promised() {
            new Thread(() -> ticks++).start(); //~ unprotected-write ticks
        }

        // Reported: reads beside the task.
        int ticks() {
            return ticks; //~ read-write-race ticks
        }
    }

    static class Waiting {
        private int computed;
        private int counted;

        // Clean: it waits for the task, so that it has the object to itself until then.
        Waiting() {
            CompletableFuture.runAsync(() -> computed++).join();
        }

        // Reported: not in the constructor.
        void count() {
            CompletableFuture.runAsync(() -> counted++); //~ unprotected-write counted
        }

        // Clean: after the constructor.
        int computed() {
            return computed;
        }
    }

    static class Above {
        protected int inherited;

        // Clean: only a class below reads it.
        Above(Executor executor) {
            executor.execute(() -> inherited++);
        }
    }

    static class Below extends Above {
        // Reported: the constructor above has handed it over.
        Below(Executor executor) {
            super(executor); //~ unprotected-write inherited
        }

        // Reported: reads beside the task.
        int inherited() {
            return inherited; //~ read-write-race inherited
        }

        // Clean: shows that several threads use the class.
        synchronized void lock() {}
    }
}
