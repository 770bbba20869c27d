//! Fields of `this`: which accesses make a race.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class PathFields {
    private final int limit = 100;
    private int settled = 7;
    private int written;
    private int count;
    private int low;
    private int high;
    private String name = "";
    private boolean done;

    // Clean: a final field is never written after construction.
    public int limit() {
        return limit;
    }

    // Clean: no method writes this field.
    public int settled() {
        return settled;
    }

    // Reported: two threads may run this at once, so that the write races with itself.
    public void write(int value) {
        written = value; //~ true-positive unprotected-write written
    }

    // Reported as a write: the line reads and writes, and a location gets one report a line.
    public void increment() {
        count++; //~ true-positive unprotected-write count
    }

    // Reported: reads what increment writes.
    public int count() {
        return count; //~ true-positive read-write-race count
    }

    // Reported twice: two locations, each with a write of its own.
    public void range(int from, int to) {
        low = from; //~ true-positive unprotected-write low
        high = to; //~ true-positive unprotected-write high
    }

    // Reported once: the other field of the sum is never written.
    public int sum() {
        int result = settled;
        result += low; //~ true-positive read-write-race low
        return result;
    }

    // Reported: a reference is a location like any other.
    public void rename(String to) {
        name = to; //~ true-positive unprotected-write name
    }

    // Reported: the read decides a loop, and races with finish.
    public void await() {
        while (!done) { //~ true-positive read-write-race done
            Thread.onSpinWait();
        }
    }

    // Reported: the write that await waits for.
    public void finish() {
        done = true; //~ true-positive unprotected-write done
    }
}
