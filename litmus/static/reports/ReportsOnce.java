//! One report a line, and one for the reads and one for the writes of a location in a method: the first of them.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ReportsOnce {
    private int count;
    private int from;
    private int to;
    private int low;
    private int high;
    private int looped;
    private int branch;

    // Reported once: three writes, one location.
    public void writes() {
        count = 1; //~ true-positive unprotected-write count
        count = 2;
        count = 3;
    }

    // Reported once: two reads.
    public int reads() {
        int first = count; //~ true-positive read-write-race count
        int second = count;
        return first + second;
    }

    // Reported twice: the first read and the first write.
    public int both() {
        if (count == 0) { //~ true-positive read-write-race count
            count = 1; //~ true-positive unprotected-write count
        }
        count = count + 1;
        return count;
    }

    // Reported as a write: on one line, the write goes before the read of another location.
    public void move() {
        to = from; //~ true-positive unprotected-write to
    }

    // Reported: this is the write that move reads.
    public void from(int value) {
        from = value; //~ true-positive unprotected-write from
    }

    // Reported once: the call writes two fields, but the line is one. The first of them is named.
    public void callRange() {
        range(); //~ true-positive unprotected-write low
    }

    // Clean here: private.
    private void range() {
        low = 1;
        high = 2;
    }

    // Reported at the first of two calls.
    public void callTwice() {
        loop(); //~ true-positive unprotected-write looped
        loop();
    }

    // Clean here: private.
    private void loop() {
        for (int i = 0; i < 3; i++) {
            looped += i;
        }
    }

    // Reported at the line that comes first in the source.
    public void branch(boolean high) {
        if (high) {
            branch = 2; //~ true-positive unprotected-write branch
        } else {
            branch = 1;
        }
    }
}
