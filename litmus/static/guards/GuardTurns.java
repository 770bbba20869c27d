//! Atomic variables that say whose turn it is: who changes one from a constant, or to another one, is alone until it is changed back.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class GuardTurns {
    enum State {
        IDLE,
        BUSY,
        CLOSED
    }

    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicBoolean other = new AtomicBoolean();
    private final AtomicBoolean asked = new AtomicBoolean();
    private final AtomicInteger wanted = new AtomicInteger();
    private final AtomicInteger mode = new AtomicInteger();
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final AtomicReference<Thread> owner = new AtomicReference<>();
    private int compared;
    private int undone;
    private int late;
    private int inverted;
    private int different;
    private int unasked;
    private int partly;
    private int closed;
    private int emitted;
    private int swapped;
    private int counted;
    private int chosen;
    private int owned;
    private int lent;
    private int stayed;
    private int helped;
    private int reset;

    // Clean: only one thread changes it from false.
    public void compare() {
        if (busy.compareAndSet(false, true)) {
            compared++;
            busy.set(false);
        }
    }

    // Clean: asks for the same turn.
    public void compareAgain() {
        if (!busy.compareAndSet(false, true)) {
            return;
        }
        try {
            compared = 0;
        } finally {
            busy.set(false);
        }
    }

    // Reported: the turn is over.
    public void undo() {
        if (busy.compareAndSet(false, true)) {
            busy.set(false);
            undone++; //~ true-positive unprotected-write undone
        }
    }

    // Clean: what it is set to cannot be changed from false.
    public void confirm() {
        if (busy.compareAndSet(false, true)) {
            busy.set(true);
            late++;
            busy.lazySet(false);
        }
    }

    // Reported: whoever comes here did not get the turn.
    public void invert() {
        if (busy.compareAndSet(false, true)) {
            busy.set(false);
        } else {
            inverted++; //~ true-positive unprotected-write inverted
        }
    }

    // Reported: the other method waits for another variable.
    public void differ() {
        if (busy.compareAndSet(false, true)) {
            different++; //~ unprotected-write different
            busy.set(false);
        }
    }

    // Reported: see above.
    public void differToo() {
        if (other.compareAndSet(false, true)) {
            different++; //~ unprotected-write different
            other.set(false);
        }
    }

    // Reported: nobody asks what came of it.
    public void doNotAsk() {
        busy.compareAndSet(false, true);
        unasked++; //~ true-positive unprotected-write unasked
    }

    // Reported against the read below, which asks for no turn.
    public void guarded() {
        if (asked.compareAndSet(false, true)) {
            partly++; //~ true-positive unprotected-write partly
            asked.set(false);
        }
    }

    // Reported: reads without the turn.
    public int partly() {
        return partly; //~ true-positive read-write-race partly
    }

    // Clean: it is closed once.
    public void close() {
        if (state.getAndSet(State.CLOSED) != State.CLOSED) {
            closed++;
        }
    }

    // Clean: see close.
    public void closeToo() {
        State before = state.getAndSet(State.CLOSED);
        if (State.CLOSED == before) {
            return;
        }
        closed--;
    }

    // Clean: of all that want, one finds nobody before it; the answer tells when nobody wants any more. What is taken away may be more than was wanted: Doubt.
    public void emit() {
        if (wanted.getAndIncrement() == 0) {
            int missed = 1;
            do {
                emitted++;
                missed = wanted.addAndGet(-missed);
            } while (missed != 0);
        }
    }

    // Clean: a boolean that was not true was false.
    public void swap() {
        if (!busy.getAndSet(true)) {
            swapped++;
            busy.set(false);
        }
    }

    // Reported: any number but 1 is changed so, from one to the next.
    public void count(int to) {
        if (mode.compareAndSet(1, to)) {
            counted++; //~ true-positive unprotected-write counted
        }
    }

    // Clean: changed from 0 to something else, and back.
    public void choose() {
        if (mode.compareAndSet(0, 2)) {
            chosen++;
            mode.set(0);
        }
    }

    // Reported: it is changed from 3 to 3, so that others can do that too.
    public void stay() {
        if (mode.compareAndSet(3, 3)) {
            stayed--; //~ true-positive unprotected-write stayed
        }
    }

    // Clean: no thread is null.
    public void own() {
        if (owner.compareAndSet(null, Thread.currentThread())) {
            owned++;
            owner.set(null);
        }
    }

    // Reported: the parameter may be null.
    public void own(Thread by) {
        if (owner.compareAndSet(null, by)) {
            lent++; //~ true-positive unprotected-write lent
        }
    }

    private boolean enter() {
        return busy.compareAndSet(false, true);
    }

    private void leave() {
        busy.set(false);
    }

    // Clean: the helper's answer tells.
    public void help() {
        if (enter()) {
            helped++;
            leave();
        }
    }

    // Reported: a helper ends the turn.
    public void helpAndGoOn() {
        if (enter()) {
            leave();
            reset++; //~ true-positive unprotected-write reset
        }
    }
}
