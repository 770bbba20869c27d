//! The paper's first proposal (7.2.2): a call `this.m(this.f)` makes `this` unstable, unless the receiver is left out of the check.
//! More than that is done: no argument counts, as what the callee does is told in the caller's names.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class ReceiverLeftOut {
    private final Object mine = new Object();
    private final int[] limits = new int[2];
    private Object kept;
    private int bounded;

    // Reported: the callee writes a field of `this`, and is passed another.
    public void keepMine() {
        keep(this.mine); //~ true-positive unprotected-write kept
    }

    // Clean here: private.
    private void keep(Object object) {
        this.kept = object;
    }

    // Reported: the write is in the caller, beside such a call.
    public void bound() {
        bounded = size(this.limits); //~ true-positive unprotected-write bounded
    }

    // Clean here: private, reads the length.
    private int size(int[] array) {
        return array.length;
    }
}
