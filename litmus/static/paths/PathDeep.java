//! Paths of several fields, each of them but the last final: the last one is the location.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class PathDeep {
    static class Leaf {
        int weight;
        int colour;
        final int id = 3;
    }

    static class Branch {
        final Leaf leaf = new Leaf();
        int length;
    }

    private final Branch branch = new Branch();
    private final Branch spare = new Branch();

    // Reported: the branch is always the same, its length is shared.
    public void grow() {
        branch.length++; //~ true-positive unprotected-write length
    }

    // Reported: three fields deep is no different.
    public void load(int weight) {
        branch.leaf.weight = weight; //~ true-positive unprotected-write weight
    }

    // Reported: reads the same path.
    public int weight() {
        return branch.leaf.weight; //~ true-positive read-write-race weight
    }

    // Clean: the same fields of another object, which nobody writes; paths differ at the first field.
    public int spareWeight() {
        return spare.leaf.weight;
    }

    // Clean: the last field is final.
    public int id() {
        return branch.leaf.id;
    }

    // Clean: both accesses of the colour hold this object's lock.
    public synchronized void paint(int colour) {
        branch.leaf.colour = colour;
    }

    // Clean: see paint.
    public synchronized int colour() {
        return branch.leaf.colour;
    }
}
