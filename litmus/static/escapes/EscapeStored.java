//! What was fresh and has been stored where others find it is no longer owned: known gaps, as stores are not followed.
import java.util.ArrayList;
import java.util.List;
import net.jcip.annotations.ThreadSafe;

@ThreadSafe
public class EscapeStored {
    static class Point {
        int x;
        int y;
        Point next;
    }

    private Point shared = new Point();
    private volatile Point published = new Point();
    private static Point global = new Point();
    private final List<Point> points = new ArrayList<>();
    private final Point head = new Point();

    // Clean: the point is complete when it is stored.
    public void before() {
        Point point = new Point();
        point.x = 1;
        synchronized (this) {
            shared = point;
        }
    }

    // Known gap: others may have the point when it is written.
    public void after() {
        Point point = new Point();
        synchronized (this) {
            shared = point;
        }
        point.x = 2; //~ gap unprotected-write x: the point has been stored in a field
    }

    // Clean: under the lock; see after.
    public synchronized int x() {
        return shared.x;
    }

    // Known gap: a volatile store publishes what came before it, not what comes after.
    public void publish() {
        Point point = new Point();
        published = point;
        point.y = 3; //~ gap unprotected-write y: the point has been stored in a volatile field
    }

    // Clean: nobody is seen to write a shared point; see publish.
    public int y() {
        return published.y;
    }

    // Known gap: stored in a static field, under a lock.
    public void global() {
        Point point = new Point();
        synchronized (EscapeStored.class) {
            global = point;
        }
        point.y = 4; //~ gap unprotected-write y: the point has been stored in a static field
    }

    // Known gap: stored in a container, under a lock.
    public void contained() {
        Point point = new Point();
        synchronized (this) {
            points.add(point);
        }
        point.x = 5; //~ gap unprotected-write x: the point has been stored in a container
    }

    // Clean: under the same lock.
    public synchronized int firstX() {
        return points.get(0).x;
    }

    // Known gap: stored below a shared object.
    public void linked() {
        Point point = new Point();
        synchronized (this) {
            head.next = point;
        }
        point.x = 6; //~ gap unprotected-write x: the point has been stored below a shared object
    }
}
