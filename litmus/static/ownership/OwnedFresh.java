//! What a method has made itself nobody else can touch.
import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class OwnedFresh implements Cloneable {
    static class Point {
        int x;
        int y;
        Point next;

        // Clean: the constructor has the object to itself.
        Point(int x) {
            this.x = x;
        }

        // Clean: not looked at by itself; reported where it is called for a shared point.
        void shift() {
            x++;
        }
    }

    private int copied;

    // Clean: made here.
    public Point make(int y) {
        Point point = new Point(1);
        point.y = y;
        return point;
    }

    // Clean: what is below an owned object is owned.
    public Point chain() {
        Point point = new Point(1);
        point.next = new Point(2);
        point.next.y = 3;
        return point;
    }

    // Clean: the callee writes to an object of ours.
    public Point shifted() {
        Point point = new Point(1);
        point.shift();
        return point;
    }

    // Clean: another name for what we own.
    public int alias() {
        Point point = new Point(1);
        Point other = point;
        other.y = 2;
        return point.y;
    }

    // Clean: an array and its elements.
    public Point[] array() {
        Point[] points = new Point[2];
        points[0] = new Point(1);
        points[0].y = 2;
        return points;
    }

    // Clean: a container of our own.
    public List<Point> list() {
        List<Point> points = new ArrayList<>();
        points.add(new Point(1));
        return points;
    }

    // Clean: owned whichever way it was made.
    public Point branches(boolean far) {
        Point point;
        if (far) {
            point = new Point(100);
        } else {
            point = new Point(1);
        }
        point.y = 5;
        return point;
    }

    // Clean: each round has a point of its own.
    public int loop(int rounds) {
        int sum = 0;
        for (int i = 0; i < rounds; i++) {
            Point point = new Point(i);
            point.y = i;
            sum += point.y;
        }
        return sum;
    }

    // Clean: a clone is fresh.
    public OwnedFresh copy() throws CloneNotSupportedException {
        OwnedFresh copy = (OwnedFresh) clone();
        copy.copied = 1;
        return copy;
    }

    // Reported: the same field of an object that is not ours.
    public void shared(Point point) {
        point.y = 1; //~ true-positive unprotected-write y
    }
}
