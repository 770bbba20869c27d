//! Ownership at a join holds only if it holds on both sides. Where a parameter is assigned, its path is not stable.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class OwnedByBranch {
    static class Point {
        int x;
        int y;
    }

    // Reported: without `fresh` it is the caller's point.
    public void one(Point point, boolean fresh) {
        if (fresh) {
            point = new Point();
        }
        point.x = 1; //~ unprotected-write x
    }

    // Clean: the parameter has been replaced.
    public Point replaced(Point point) {
        point = new Point();
        point.x = 2;
        return point;
    }

    // Clean: replaced on both sides.
    public Point both(Point point, boolean far) {
        if (far) {
            point = new Point();
        } else {
            point = new Point();
        }
        point.y = 1;
        return point;
    }

    // Clean: whoever comes past the test has a new point.
    public Point thrown(Point point, boolean fresh) {
        if (!fresh) {
            throw new IllegalArgumentException();
        }
        point = new Point();
        point.y = 3;
        return point;
    }
}
