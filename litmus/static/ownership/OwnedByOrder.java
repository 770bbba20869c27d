//! Ownership changes along the way. A variable that holds one object at a time names it, one that may hold several names none.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class OwnedByOrder {
    static class Point {
        int x;
        int y;
        int z;
    }

    private final Point centre = new Point();

    // Reported: the write stands before the replacement.
    public Point before(Point point) {
        point.x = 1; //~ true-positive unprotected-write x
        point = new Point();
        return point;
    }

    // Reported: owned at first, then the caller's.
    public void lost(Point given) {
        Point point = new Point();
        point.y = 1;
        point = given;
        point.y = 2; //~ true-positive unprotected-write y
    }

    // Clean: the caller's at first, then owned.
    public Point gained(Point given) {
        Point point = given;
        point = new Point();
        point.y = 3;
        return point;
    }

    // Reported: from the second round on it is the shared point.
    public void loop(int rounds) {
        Point point = new Point();
        for (int i = 0; i < rounds; i++) {
            point.z = i; //~ unprotected-write z
            point = centre;
        }
    }
}
