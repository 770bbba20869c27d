//! Lambdas that are given to the program's own methods, which say how they are run: under which locks, and on which thread.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;

public class LambdasHelped {
    interface Action {
        void act();
    }

    private final Object mutex = new Object();
    private final Lock lock = new ReentrantLock();
    private Executor executor;
    private Runnable last;
    private int guarded;
    private int locked;
    private int bare;
    private int mixed;
    private int passed;
    private int acted;
    private int later;
    private int task;
    private int handed;
    private int awaited;

    // Reported: a helper hands the task over, which runs without the lock that is held here.
    public synchronized void handOver() {
        hand();
    }

    private void hand() {
        executor.execute(() -> handed++); //~ unprotected-write handed
    }

    // Clean: holds the lock. The task is the one to take it.
    public synchronized int handed() {
        return handed;
    }

    // Clean: who waits for the task holds the lock meanwhile.
    public synchronized void handOverAndWait() {
        handAndWait();
    }

    private void handAndWait() {
        CompletableFuture.runAsync(() -> awaited++, executor).join();
    }

    // Clean: see above.
    public synchronized int awaited() {
        return awaited;
    }

    // Clean: touches nothing itself.
    private void guarded(Runnable what) {
        synchronized (mutex) {
            what.run();
        }
    }

    private <T> T answered(Supplier<T> what) {
        synchronized (mutex) {
            return what.get();
        }
    }

    // Clean: guarded holds the lock.
    public void guard() {
        guarded(() -> guarded--);
    }

    // Clean: the lock is the same.
    public int readGuarded() {
        return answered(() -> guarded);
    }

    // Clean: the same.
    public void setGuarded(int to) {
        synchronized (mutex) {
            guarded = to;
        }
    }

    private void withLock(Consumer<Integer> what, int argument) {
        lock.lock();
        try {
            what.accept(argument);
        } finally {
            lock.unlock();
        }
    }

    // Clean: withLock holds the lock.
    public void lock() {
        withLock(it -> locked = it, 1);
    }

    // Clean: the same lock.
    public int locked() {
        lock.lock();
        try {
            return locked;
        } finally {
            lock.unlock();
        }
    }

    // Reported: the lock is missed that the two above hold.
    public void resetLocked() {
        locked = 0; //~ unprotected-write locked
    }

    private void direct(Runnable what) {
        what.run();
    }

    // Reported: direct takes no lock, while others do for the field.
    public void direct() {
        direct(() -> bare = 1); //~ unprotected-write bare
    }

    // Clean: the lock that the caller of direct holds is held in the function.
    public void directLocked() {
        synchronized (mutex) {
            direct(() -> bare = 2);
        }
    }

    // Clean: under the lock.
    public int bare() {
        synchronized (mutex) {
            return bare;
        }
    }

    private void sometimes(Runnable what) {
        synchronized (mutex) {
            what.run();
        }
        what.run();
    }

    // Reported: sometimes runs the function twice, once without the lock.
    public void mix() {
        sometimes(() -> mixed = 1); //~ unprotected-write mixed
    }

    // Clean: under the lock.
    public int mixed() {
        synchronized (mutex) {
            return mixed;
        }
    }

    private void passing(Runnable what) {
        guarded(what);
    }

    // Clean: what passing passes the function to holds the lock.
    public void pass() {
        passing(() -> passed++);
    }

    // Clean: the same lock.
    public void clearPassed() {
        synchronized (mutex) {
            passed = 0;
        }
    }

    private synchronized void act(Action action) {
        action.act();
    }

    // Clean: the interface is the program's own, and act holds the lock.
    public void act() {
        act(() -> acted++);
    }

    // Clean: the same lock.
    public synchronized int acted() {
        return acted;
    }

    private void later(Runnable what) {
        executor.execute(what);
    }

    // Reported: the function runs on another thread, when the lock has been given back.
    public synchronized void later() {
        later(() -> later++); //~ unprotected-write later
    }

    // Reported in run, as for a lambda.
    public void laterTask() {
        later(
                new Runnable() {
                    @Override
                    public void run() {
                        task++; //~ unprotected-write task
                    }
                });
    }

    private void remember(Runnable what) {
        synchronized (mutex) {
            last = what;
        }
    }

    // Clean: the function is stored, and touches nothing.
    public void remember() {
        remember(() -> System.out.println("run later"));
    }
}
