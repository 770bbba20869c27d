//! Tasks that are objects of a class of their own: what their method does runs on another thread, like a lambda that is handed over.
//! The stricter mode leaves the anonymous and private ones out, like lambdas: an executor may have one thread.
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import javax.swing.SwingUtilities;

public class ThreadsTasks {
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private int named;
    private int anonymous;
    private int called;
    private int variable;
    private int locked;
    private int kept;
    private int posted;
    private static int total;

    private class Named implements Runnable {
        private int own;

        // Reported: two of these may run at once, for one object around them. Clean: own, which each has for itself.
        @Override
        public void run() {
            own++;
            named++; //~ unprotected-write named
        }
    }

    // Reported in run.
    public void startNamed() {
        new Thread(new Named()).start();
    }

    // Reported: reads beside the task.
    public int named() {
        return named; //~ read-write-race named
    }

    // Reported in run.
    public void executeAnonymous() {
        executor.execute(
                new Runnable() {
                    @Override
                    public void run() {
                        anonymous++; //~ unprotected-write anonymous
                    }
                });
    }

    // Reported: reads beside the task.
    public int anonymous() {
        return anonymous; //~ read-write-race anonymous
    }

    // Reported in call. The bridge that the compiler makes for it is not told of.
    public void submitCallable() {
        executor.submit(
                new Callable<Integer>() {
                    @Override
                    public Integer call() {
                        return called++; //~ unprotected-write called
                    }
                });
    }

    // Reported in run: the variable's type says which class it is, though it is not made here.
    private void execute(InVariable task) {
        executor.execute(task);
    }

    // Clean: the report stands in run.
    public void executeVariable() {
        execute(new InVariable());
    }

    private class InVariable implements Runnable {
        // Reported: see execute.
        @Override
        public void run() {
            variable++; //~ unprotected-write variable
        }
    }

    // Clean: the task takes the lock.
    public void executeLocked() {
        executor.execute(
                new Runnable() {
                    @Override
                    public void run() {
                        synchronized (ThreadsTasks.this) {
                            locked++;
                        }
                    }
                });
    }

    // Clean: the same lock.
    public synchronized int locked() {
        return locked;
    }

    // Clean: nobody is seen to hand it to another thread.
    public Supplier<Integer> keep() {
        return new Supplier<Integer>() {
            @Override
            public Integer get() {
                return kept++;
            }
        };
    }

    // Clean: one thread runs all of these.
    public void post() {
        SwingUtilities.invokeLater(
                new Runnable() {
                    @Override
                    public void run() {
                        posted++;
                    }
                });
    }

    // Clean: the report stands in call.
    public static void count() {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(new Counting());
        pool.submit(new Counting());
        pool.shutdown();
    }

    private static class Counting implements Callable<Integer> {
        // Reported: all tasks have the static field.
        @Override
        public Integer call() {
            return total++; //~ true-positive unprotected-write total
        }
    }

    static class Stopped implements Runnable {
        private boolean stop;
        private volatile boolean stopNow;
        private int turns;
        private int rounds;

        // Clean: starts the thread.
        void start() {
            new Thread(this).start();
        }

        // Clean: it may never see what stop writes, where that is told; and the fields that only it writes; each task is run once, as is
        // each thread. Doubt: somebody may start several for one object.
        @Override
        public void run() {
            while (!stop && !stopNow) {
                turns++;
                rounds++;
            }
        }

        // Reported: the thread reads the field.
        void stop() {
            stop = true; //~ true-positive unprotected-write stop
        }

        // Clean: volatile.
        void stopNow() {
            stopNow = true;
        }

        // Reported: the thread writes the field.
        int turns() {
            return turns; //~ true-positive read-write-race turns
        }
    }

    static class Unstarted implements Runnable {
        private boolean stop;

        // Clean: no object of this class is seen to be handed to a thread.
        @Override
        public void run() {
            while (!stop) {
                Thread.onSpinWait();
            }
        }

        // Clean: see run.
        void stop() {
            stop = true;
        }
    }
}
