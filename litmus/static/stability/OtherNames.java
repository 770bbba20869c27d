//! Objects that get a second name while a method runs: what lies below their fields may change under that name.
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class OtherNames {
    static class Leaf {
        int x;
        int y;
        int z;
        int own;
    }

    static class Branch {
        volatile Leaf leaf = new Leaf();
        final Leaf fixed = new Leaf();
        int own;
    }

    static class Holder {
        volatile Branch held;
    }

    abstract static class Elsewhere {
        // Clean: no code.
        abstract void take(Branch branch);
    }

    private static final Object LOCK = new Object();
    private static volatile Leaf current = new Leaf();
    private static volatile Leaf replaced = new Leaf();
    private Branch kept;

    // Reported: the leaf is replaced by the branch's other name, so that each call writes one of its own.
    public void stored(Branch branch, Holder holder) {
        holder.held = branch;
        holder.held.leaf = new Leaf();
        branch.leaf.x = 1; //~ unprotected-write x
    }

    // Reported, and true: the branch itself is the same, whatever its names are.
    public void itself(Branch branch, Holder holder) {
        holder.held = branch;
        branch.own = 1; //~ true-positive unprotected-write own
    }

    // Reported, and true: a final field does not change under any name.
    public void fixed(Branch branch, Holder holder) {
        holder.held = branch;
        branch.fixed.own = 1; //~ true-positive unprotected-write own
    }

    // Reported: nobody knows what is done with the branch there.
    public void given(Branch branch, Elsewhere elsewhere) {
        elsewhere.take(branch);
        branch.leaf.y = 1; //~ unprotected-write y
    }

    // Reported: as given; a list keeps it.
    public void listed(Branch branch, List<Branch> list) {
        list.add(branch); //~ true-positive unprotected-write list
        branch.leaf.y = 2; //~ unprotected-write y
    }

    // Reported: the callee is what gives it another name.
    public void storedThere(Branch branch) {
        keep(branch); //~ true-positive unprotected-write kept
        branch.leaf.z = 1; //~ unprotected-write z
    }

    // Clean here: private.
    private void keep(Branch branch) {
        kept = branch;
    }

    // Reported: the callee has both as parameters and replaces what the second one was.
    public void passed(Branch branch) {
        change(branch, branch.leaf); //~ unprotected-write z
    }

    // Clean here: private.
    private static void change(Branch branch, Leaf leaf) {
        branch.leaf = new Leaf();
        leaf.z = 2;
    }

    // Both reported, and true: here the callee replaces nothing. What it reads is another location than what it writes.
    public void passedOn(Branch branch) {
        write(branch, branch.leaf); //~ true-positive unprotected-write own; true-positive read-write-race own
    }

    // Clean here: private.
    private static void write(Branch branch, Leaf leaf) {
        leaf.own = branch.own;
    }

    // Reported, though each call writes a leaf of its own: it has been made under the lock, and is read back under it.
    public static void ownLeaf() {
        Leaf mine;
        synchronized (LOCK) {
            current = new Leaf();
            mine = current;
        }
        mine.x = 3; //~ unprotected-write x
    }

    // Reported, and true: nothing replaces the leaf here, and both calls may come before another one does.
    public static void sharedLeaf() {
        replaced.y = 4; //~ true-positive unprotected-write y
    }
}
