//! Paths that change under way: reported by default, left out where every report has to be true. See the paper's 7.1.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class UnstablePrefix {
    static class Part {
        int f;
        int g;
        int h;
    }

    static class Whole {
        Part part = new Part();
        volatile Part spare = new Part();
        volatile Part third = new Part();
    }

    private int own;

    // Reported for the path itself, in both lines. What it leads to is new, so that nobody has it yet.
    public void renew(Whole whole) {
        whole.part = new Part(); //~ true-positive unprotected-write part
        whole.part.f = 1; //~ true-positive read-write-race part
    }

    // Reported: the part is the caller's. The path to it has just been written, so it is not stable.
    public void replace(Whole whole, Part part) {
        whole.spare = part;
        whole.spare.g = 2; //~ unprotected-write g
    }

    // Reported: the path is written in one branch, which is enough to make it unstable.
    public void perhaps(Whole whole, Part part, boolean change) {
        if (change) {
            whole.third = part;
        }
        whole.third.h = 3; //~ unprotected-write h
    }

    // Reported: an assigned parameter is unstable, wherever it came from.
    public void chosen(Part first, Part second, boolean swap) {
        if (swap) {
            first = second;
        }
        first.f = 4; //~ unprotected-write f
    }

    // Clean: in a constructor `this` counts as unstable; by default it is owned.
    public UnstablePrefix() {
        own = 1;
    }

    // Reported: elsewhere `this` is as stable as can be.
    public void own() {
        own = 2; //~ true-positive unprotected-write own
    }
}
