//! Recursive methods: a fixpoint finds what they do. The stricter mode leaves them out.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class CallRecursion {
    static class Tree {
        Tree left;
        Tree right;
        int size;
    }

    private int depth;
    private int even;
    private int safe;

    // Reported at the access. The call of itself is another way to it, but one report a method will do.
    public void descend(int levels) {
        depth = levels; //~ unprotected-write depth
        if (levels > 0) {
            descend(levels - 1);
        }
    }

    // Clean here: private, one of two that call each other.
    private void even(int n) {
        even = n;
        if (n > 0) {
            odd(n - 1);
        }
    }

    // Clean here: private, the other one.
    private void odd(int n) {
        if (n > 0) {
            even(n - 1);
        }
    }

    // Reported at the call: one step through the cycle.
    public void startOdd(int n) {
        odd(n); //~ unprotected-write even
    }

    // Clean: the lock is held all the way down.
    public synchronized void safe(int n) {
        safe = n;
        if (n > 0) {
            safe(n - 1);
        }
    }

    // Reported: paths grow with each call; the analysis has to stop somewhere, but not before the first write.
    public void measure(Tree tree) {
        tree.size = 1; //~ unprotected-write size
        if (tree.left != null) {
            measure(tree.left);
        }
        if (tree.right != null) {
            measure(tree.right);
        }
    }

    // Clean: a tree that is made and walked here is owned.
    public Tree make(int levels) {
        Tree tree = new Tree();
        tree.size = levels;
        if (levels > 0) {
            tree.left = make(levels - 1);
        }
        return tree;
    }
}
