//! Paths that are too long to be told.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class PathDepth {
    static class Link {
        Link next;
        int value;
    }

    private final Link first = new Link();
    private Link[] links = new Link[8];

    // Reported: a location within reach.
    public void near(int to) {
        first.next.value = to; //~ true-positive unprotected-write value
    }

    // Clean: too far to be named. It must not be taken for a write of what lies on the way.
    public void far(int to) {
        first.next.next.next.next.next.next.value = to; //~ gap unprotected-write value: the path is too long
    }

    // Clean: the array is read, nothing is written to it.
    public int sum() {
        int sum = 0;
        for (Link link : links) {
            sum += link.next.next.next.next.value;
        }
        return sum;
    }
}
