//! Of a location one report a line, and one for its reads and one for its writes in a method: the first of them.
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

    // Both reported: one line, two locations. Who has judged one of them has not judged the other.
    public void move() {
        to = from; //~ true-positive unprotected-write to; true-positive read-write-race from
    }

    // Reported: this is the write that move reads.
    public void from(int value) {
        from = value; //~ true-positive unprotected-write from
    }

    // Both reported: the call writes two fields.
    public void callRange() {
        range(); //~ true-positive unprotected-write low; true-positive unprotected-write high
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
