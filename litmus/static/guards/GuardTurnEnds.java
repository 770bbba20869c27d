//! What ends the turn of whoever has changed an atomic variable: all that sets it, wherever that is done.
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class GuardTurnEnds {
    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean open = new AtomicBoolean();
    private final AtomicInteger mode = new AtomicInteger();
    private final AtomicInteger wanted = new AtomicInteger();
    private final ReentrantLock lock = new ReentrantLock();
    private AtomicBoolean another = new AtomicBoolean();
    private int decremented;
    private int updated;
    private int exchanged;
    private int counted;
    private int emitted;
    private int nested;
    private int negative;
    private int each;
    private int kept;
    private int unlocked;
    private int locked;
    private int handed;
    private int ownTurn;
    private int endless;
    private int many;
    private int few;
    private int replaced;
    private int opened;
    private int helped;

    // Reported: it is 0 again.
    public void decrement() {
        if (mode.compareAndSet(0, 1)) {
            mode.decrementAndGet();
            decremented++; //~ true-positive unprotected-write decremented
        }
    }

    // Reported: likewise.
    public void update() {
        if (mode.compareAndSet(0, 1)) {
            mode.getAndUpdate(it -> 0);
            updated++; //~ true-positive unprotected-write updated
        }
    }

    // Reported: likewise.
    public void exchange() {
        if (mode.compareAndSet(0, 1)) {
            mode.compareAndExchange(1, 0);
            exchanged++; //~ true-positive unprotected-write exchanged
        }
    }

    // Clean: what was counted up is not 0.
    public void count() {
        if (mode.compareAndSet(0, 1)) {
            mode.incrementAndGet();
            counted++;
            mode.set(0);
        }
    }

    // Clean: as long as the answer is not 0, nobody finds 0.
    public void emit() {
        if (wanted.getAndIncrement() == 0) {
            do {
                emitted++;
            } while (wanted.decrementAndGet() != 0);
        }
    }

    // Clean: whoever has the turn does not get it a second time, so that what is called does not end it.
    public void emitMore() {
        if (wanted.getAndIncrement() == 0) {
            emit();
            nested++;
            wanted.set(0);
        }
    }

    // A number that is below 0 is no longer that when it is counted up.
    public void countFromBelow() {
        if (mode.compareAndSet(0, -1)) {
            mode.incrementAndGet();
            negative++; //~ gap unprotected-write negative: what is incremented is taken to count something, and not to be below 0
        }
    }

    // Reported: the function ends the turn, if it is run.
    public void forEach() {
        if (busy.compareAndSet(false, true)) {
            List.of(1).forEach(it -> busy.set(false));
            each++; //~ true-positive unprotected-write each
        }
    }

    // Clean: it does not.
    public void forEachOther() {
        if (busy.compareAndSet(false, true)) {
            List.of(1).forEach(it -> open.set(false));
            kept++;
            busy.set(false);
        }
    }

    // Reported: the function gives the lock back.
    public void unlockEach() {
        lock.lock();
        List.of(1).forEach(it -> lock.unlock());
        unlocked++; //~ unprotected-write unlocked
    }

    // Clean: it takes it once more.
    public void lockEach() {
        lock.lock();
        List.of(1)
                .forEach(
                        it -> {
                            lock.lock();
                            lock.unlock();
                        });
        locked++;
        lock.unlock();
    }

    // Reported: the other thread may have ended it already.
    public void handOver(ExecutorService executor) {
        if (busy.compareAndSet(false, true)) {
            executor.execute(() -> busy.set(false));
            handed++; //~ true-positive unprotected-write handed
        }
    }

    // Clean: the other thread ends no turn but its own.
    public void handOverToWait(ExecutorService executor) {
        if (busy.compareAndSet(false, true)) {
            executor.execute(
                    () -> {
                        if (busy.compareAndSet(false, true)) {
                            busy.set(false);
                        }
                    });
            ownTurn++;
            busy.set(false);
        }
    }

    // Reported: that a function does not return does not keep the caller from it.
    public void runForever(ExecutorService executor) {
        executor.execute(
                () -> {
                    while (true) {
                        open.get();
                    }
                });
        endless++; //~ true-positive unprotected-write endless
    }

    private void setMany() {
        wanted.set(1);
        wanted.set(2);
        wanted.set(3);
        wanted.set(4);
        wanted.set(5);
        wanted.set(6);
        wanted.set(7);
        wanted.set(8);
        wanted.set(9);
        wanted.set(10);
        wanted.set(11);
        wanted.set(12);
        wanted.set(13);
        wanted.set(14);
        wanted.set(15);
        wanted.set(16);
        open.set(false);
    }

    // Reported: however much the helper does before, it ends the turn.
    public void helpMuch() {
        if (open.compareAndSet(false, true)) {
            setMany();
            many++; //~ true-positive unprotected-write many
        }
    }

    // Clean: what else is set does nothing to this one.
    public void setOther() {
        if (open.compareAndSet(false, true)) {
            wanted.set(1);
            few++;
            open.set(false);
        }
    }

    // Reported: the others ask another variable from now on.
    public void replace() {
        if (another.compareAndSet(false, true)) { //~ true-positive read-write-race another
            another = new AtomicBoolean(); //~ true-positive unprotected-write another
            replaced++; //~ true-positive unprotected-write replaced
        }
    }

    // Whoever opens it again need not be the one that has closed it.
    public void close() {
        if (open.compareAndSet(false, true)) {
            opened++; //~ gap unprotected-write opened: who sets it back without the turn may have been given it by the one that has it
        }
    }

    // See above.
    public void reopen() {
        open.set(false);
    }

    private void leaveAndGoOn() {
        busy.set(false);
        helped++; //~ gap unprotected-write helped: what all callers hold is taken to be held until the method ends
    }

    // The helper ends the turn, and goes on.
    public void help() {
        if (busy.compareAndSet(false, true)) {
            leaveAndGoOn();
        }
    }
}
