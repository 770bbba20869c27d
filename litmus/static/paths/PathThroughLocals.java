//! A path that is walked in steps: a local variable stands for the path that it was read from.
//! The stricter mode leaves variables out that hold one of several things.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class PathThroughLocals {
    static class Node {
        int value;
        int rank;
        Node next;
    }

    private final Node head = new Node();
    private final Node idle = new Node();

    // Reported: the local is another word for this.head.
    public void setFirst(int value) {
        Node first = head;
        first.value = value; //~ true-positive unprotected-write value
    }

    // Reported: the same location, named in full.
    public int first() {
        return head.value; //~ true-positive read-write-race value
    }

    // Clean: only read.
    public int idle() {
        Node node = idle;
        return node.value;
    }

    // Reported: two steps.
    public void setRank(int rank) {
        Node first = head;
        Node second = first;
        second.rank = rank; //~ true-positive unprotected-write rank
    }

    // Reported: the conditional may give the shared node.
    public void either(boolean fresh) {
        Node node = fresh ? new Node() : head;
        node.rank = 1; //~ unprotected-write rank
    }

    // Reported: the list is walked, and each node may be shared. The node reached in the loop is a path of unknown length.
    public void clear() {
        for (Node node = head; node != null; node = node.next) {
            node.value = 0; //~ unprotected-write value
        }
    }
}
