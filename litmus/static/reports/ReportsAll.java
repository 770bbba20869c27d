//! Without the merging of reports, each access that races is reported, also where a line has two.
//! options: --no-dedup
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ReportsAll {
    private int count;
    private int from;
    private int to;
    private int low;
    private int high;

    // Reported for each write.
    public void writes() {
        count = 1; //~ true-positive unprotected-write count
        count = 2; //~ true-positive unprotected-write count
    }

    // Reported for each read.
    public int reads() {
        int first = count; //~ true-positive read-write-race count
        int second = count; //~ true-positive read-write-race count
        return first + second;
    }

    // Reported twice on one line.
    public void increment() {
        count++; //~ true-positive read-write-race count; true-positive unprotected-write count
    }

    // Reported for both locations.
    public void move() {
        to = from; //~ true-positive read-write-race from; true-positive unprotected-write to
    }

    // Reported.
    public void from(int value) {
        from = value; //~ true-positive unprotected-write from
    }

    // Reported for both fields at the call.
    public void callRange() {
        range(); //~ true-positive unprotected-write low; true-positive unprotected-write high
    }

    // Clean here: private, which this option does not change.
    private void range() {
        low = 1;
        high = 2;
    }
}
