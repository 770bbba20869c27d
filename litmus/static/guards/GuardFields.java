//! One field, two locks: the accesses that do not hold the lock of the majority are reported. The locks are made for final
//! fields of their own, so they are proved to be two.
public class GuardFields {
    private final Object left = new Object();
    private final Object right = new Object();
    private int count;
    private int shown;
    private int both;
    private int split;
    private int read;

    // Clean: holds the lock that most accesses of the field hold.
    public void add() {
        synchronized (left) {
            count++;
        }
    }

    // Clean: see add.
    public void remove() {
        synchronized (left) {
            count--;
        }
    }

    // Reported: a lock is held, but not the one of the others.
    public void reset() {
        synchronized (right) {
            count = 0; //~ true-positive inconsistent-guard count
        }
    }

    // Clean: the writer; it has company in reshow.
    public void show(int to) {
        synchronized (left) {
            shown = to;
        }
    }

    // Clean: see show.
    public void reshow() {
        synchronized (left) {
            shown++;
        }
    }

    // Reported: reads under another lock than the writers'.
    public int shown() {
        synchronized (right) {
            return shown; //~ true-positive inconsistent-guard shown
        }
    }

    // Clean: whoever writes holds both locks.
    public void both(int to) {
        synchronized (left) {
            synchronized (right) {
                both = to;
            }
        }
    }

    // Clean: either lock will do for a reader.
    public int byLeft() {
        synchronized (left) {
            return both;
        }
    }

    // Clean: the other one.
    public int byRight() {
        synchronized (right) {
            return both;
        }
    }

    // Clean: of one writer and one reader under two locks, the reader is reported.
    public void split(int to) {
        synchronized (left) {
            split = to;
        }
    }

    // Reported: see split. Doubt: with one access on each side there is no majority.
    public int split() {
        synchronized (right) {
            return split; //~ true-positive inconsistent-guard split
        }
    }

    // Clean: reads under different locks conflict with nothing.
    public int readLeft() {
        synchronized (left) {
            return read;
        }
    }

    // Clean: see readLeft.
    public int readRight() {
        synchronized (right) {
            return read;
        }
    }
}
