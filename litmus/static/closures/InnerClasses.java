//! Inner and anonymous classes, which reach the fields of the object around them.
//! The stricter mode leaves anonymous and local ones out: who calls them, and on which thread, is not known.
import java.util.concurrent.Executor;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class InnerClasses {
    private final Executor executor;
    private int anonymous;
    private int guarded;
    private int otherLock;
    private int read;
    private int inner;
    private int local;

    // Clean: a constructor.
    public InnerClasses(Executor executor) {
        this.executor = executor;
    }

    // Reported in the body of run, which the executor calls.
    public void anonymous() {
        executor.execute(
                new Runnable() {
                    @Override
                    public void run() {
                        anonymous++; //~ unprotected-write anonymous
                    }
                });
    }

    // Clean: the task locks the object around it.
    public void guarded() {
        executor.execute(
                new Runnable() {
                    @Override
                    public void run() {
                        synchronized (InnerClasses.this) {
                            guarded++;
                        }
                    }
                });
    }

    // Clean: the same lock.
    public synchronized int readGuarded() {
        return guarded;
    }

    // Reported in the body of run: its lock is the task's, the others' that of the object around it.
    public void otherLock() {
        executor.execute(
                new Runnable() {
                    @Override
                    public synchronized void run() {
                        otherLock++; //~ inconsistent-guard otherLock
                    }
                });
    }

    // Clean: one of two under this object's lock.
    public synchronized int readOtherLock() {
        return otherLock;
    }

    // Clean: see above.
    public synchronized void clearOtherLock() {
        otherLock = 0;
    }

    // Clean: writes under the lock what the reader below misses it for.
    public synchronized void read(int to) {
        read = to;
    }

    // Reported in the body of run.
    public Runnable reader() {
        return new Runnable() {
            @Override
            public void run() {
                System.out.println(read); //~ read-write-race read
            }
        };
    }

    class Inner {
        private int own;

        // Reported: the inner class belongs to the annotated one. Doubt: RacerD asks the superclasses only.
        public void outer() {
            inner++; //~ true-positive unprotected-write inner
        }

        // Reported: as outer.
        public void own() {
            own++; //~ true-positive unprotected-write own
        }
    }

    static class Nested {
        private int own;

        // Clean: a static nested class is a class of its own, without a sign of concurrency.
        public void own() {
            own++;
        }
    }

    // Reported in the body: a class that is local to the method.
    public void local() {
        class Task implements Runnable {
            // Reported: runs on any thread.
            @Override
            public void run() {
                local++; //~ unprotected-write local
            }
        }
        executor.execute(new Task());
    }
}
