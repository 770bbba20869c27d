//! What an atomic variable was before it was set tells whose turn it is, until somebody sets it again.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class GuardTurnAnswers {
    enum State {
        IDLE,
        BUSY,
        CLOSED
    }

    private final AtomicBoolean busy = new AtomicBoolean();
    private final AtomicInteger mode = new AtomicInteger();
    private final AtomicLong ticket = new AtomicLong();
    private final AtomicReference<State> state = new AtomicReference<>(State.IDLE);
    private final AtomicReference<State> next = new AtomicReference<>();
    private int other;
    private int idle;
    private int first;
    private int started;
    private int nonzero;
    private int unknown;
    private int wide;
    private int wideOther;
    private int opened;
    private int taken;
    private int stale;
    private int again;
    private int told;
    private int later;

    // Reported: all but the one that finds 1 come here.
    public void otherNumber() {
        if (mode.getAndSet(2) != 1) {
            other++; //~ true-positive unprotected-write other
        }
    }

    // Reported: likewise.
    public void notIdle() {
        if (state.getAndSet(State.BUSY) != State.IDLE) {
            idle++; //~ true-positive unprotected-write idle
        }
    }

    // Clean: only one finds it idle.
    public void start() {
        if (state.getAndSet(State.BUSY) == State.IDLE) {
            started++;
            state.set(State.IDLE);
        }
    }

    // Clean: likewise 0.
    public void first() {
        if (mode.getAndSet(1) == 0) {
            first++;
            mode.set(0);
        }
    }

    // Clean: only one finds something else than the 0 that it leaves there.
    public void nonzero() {
        if (mode.getAndSet(0) != 0) {
            nonzero++;
        }
    }

    // Reported: the number may be 0.
    public void toUnknown(int to) {
        if (mode.getAndSet(to) == 0) {
            unknown++; //~ true-positive unprotected-write unknown
        }
    }

    // Clean: a number of more bits.
    public void wide() {
        if (ticket.getAndSet(1) == 0) {
            wide++;
            ticket.set(0);
        }
    }

    // Clean: it asks for the same turn.
    public void wideToo() {
        if (ticket.compareAndSet(0, 1)) {
            wide--;
            ticket.lazySet(0);
        }
    }

    // Reported: everybody finds something else than 5.
    public void wideOther() {
        if (ticket.getAndSet(1) != 5) {
            wideOther++; //~ true-positive unprotected-write wideOther
        }
    }

    // Clean: only one finds it true, and leaves it false.
    public void open() {
        if (busy.getAndSet(false)) {
            opened++;
        }
    }

    // Clean: it asks for the same turn.
    public void openToo() {
        if (busy.compareAndSet(true, false)) {
            opened--;
        }
    }

    // Clean: what is there is taken once.
    public void take() {
        if (next.getAndSet(null) != null) {
            taken++;
        }
    }

    // Reported: the answer is older than the turn's end.
    public void askLate() {
        boolean isMine = mode.compareAndSet(0, 1);
        mode.set(0);
        if (isMine) {
            stale++; //~ true-positive unprotected-write stale
        }
    }

    // Reported: that of the second call would not be.
    public void askForTheFirst() {
        boolean isMine = mode.compareAndSet(0, 1);
        mode.compareAndSet(1, 0);
        if (isMine) {
            again++; //~ true-positive unprotected-write again
        }
    }

    private boolean enterAndLeave() {
        boolean isMine = mode.compareAndSet(0, 1);
        mode.set(0);
        return isMine;
    }

    // Reported: the helper's answer is old, too.
    public void help() {
        if (enterAndLeave()) {
            told++; //~ true-positive unprotected-write told
        }
    }

    // Clean: the answer still holds when it is asked for.
    public boolean answer() {
        boolean isMine = mode.compareAndSet(0, 1);
        if (isMine) {
            later++;
            mode.set(0);
        }
        return isMine;
    }
}
