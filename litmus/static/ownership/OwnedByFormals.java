//! Ownership that depends on the caller: a helper is as safe as what it is given.
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class OwnedByFormals {
    static class Point {
        int x;
        Point next;
    }

    private final Point centre = new Point();
    private final Point corner = new Point();
    private static final Point ORIGIN = new Point();

    // Clean here: private; safe if the caller owns the point.
    private static void write(Point point) {
        point.x = 1;
    }

    // Clean here: private; hands the condition on.
    private static void pass(Point point) {
        write(point);
    }

    // Clean here: private; safe if the caller owns the second point.
    private static void second(Point first, Point second) {
        second.x = first.x;
    }

    // Clean: returns what it was given, owned or not.
    private static Point same(Point point) {
        return point;
    }

    // Clean: the caller's own point.
    public Point fresh() {
        Point point = new Point();
        write(point);
        return point;
    }

    // Reported at the call: the point is shared.
    public void shared() {
        write(centre); //~ true-positive unprotected-write x
    }

    // Clean here: through two helpers the same write of the same point as in shared.
    public void deep() {
        pass(centre);
    }

    // Reported: a point that the caller passes may be anybody's.
    public void given(Point point) {
        write(point); //~ true-positive unprotected-write x
    }

    // Reported: a static field.
    public void global() {
        write(ORIGIN); //~ true-positive unprotected-write x
    }

    // Clean: the point that is written is ours; the one that is read is only read.
    public Point first() {
        Point point = new Point();
        second(corner, point);
        return point;
    }

    // Clean: both are ours.
    public Point both() {
        Point from = new Point();
        Point to = new Point();
        second(from, to);
        return to;
    }

    // Clean: the helper returns what it was given, which is ours.
    public Point returned() {
        Point point = same(new Point());
        point.x = 2;
        return point;
    }

    // Clean: what lies below an object of ours is ours.
    public Point below() {
        Point point = new Point();
        point.next = new Point();
        write(point.next);
        return point;
    }
}
