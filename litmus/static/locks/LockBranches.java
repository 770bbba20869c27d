//! Locks taken in a branch or a loop. After a join, only what both sides hold is held. The stricter mode leaves methods with
//! unbalanced locks out.
import java.util.concurrent.locks.ReentrantLock;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class LockBranches {
    private final ReentrantLock lock = new ReentrantLock();
    private int one;
    private int both;
    private int inside;
    private int dropped;
    private int thrown;
    private int looped;
    private int left;
    private int chosen;

    // Reported: without `shared` nothing is held. RacerD counts depth and takes the larger.
    public void one(boolean shared) {
        if (shared) {
            lock.lock();
        }
        one++; //~ unprotected-write one
        if (shared) {
            lock.unlock();
        }
    }

    // Clean: each branch takes the lock.
    public void both(boolean first) {
        if (first) {
            lock.lock();
        } else {
            lock.lock();
        }
        both++;
        lock.unlock();
    }

    // Clean: lock, access and unlock are all in the branch.
    public void inside(boolean wanted) {
        if (wanted) {
            lock.lock();
            inside++;
            lock.unlock();
        }
    }

    // Reported: one branch has given the lock back.
    public void dropped(boolean soon) {
        lock.lock();
        if (soon) {
            lock.unlock();
        }
        dropped++; //~ unprotected-write dropped
        if (!soon) {
            lock.unlock();
        }
    }

    // Clean: the branch without the lock does not come back.
    public void thrown(boolean allowed) {
        if (allowed) {
            lock.lock();
        } else {
            throw new IllegalStateException();
        }
        thrown++;
        lock.unlock();
    }

    // Clean: locked and unlocked in each round.
    public void looped(int times) {
        for (int i = 0; i < times; i++) {
            lock.lock();
            looped++;
            lock.unlock();
        }
    }

    // Reported: the loop may have no round, and then nothing is held after it.
    public void left(int times) {
        for (int i = 0; i < times; i++) {
            lock.lock();
        }
        left++; //~ unprotected-write left
    }

    // Clean: every case of the switch takes the lock.
    public void chosen(int way) throws InterruptedException {
        switch (way) {
            case 0:
                lock.lock();
                break;
            default:
                lock.lockInterruptibly();
                break;
        }
        chosen++;
        lock.unlock();
    }
}
