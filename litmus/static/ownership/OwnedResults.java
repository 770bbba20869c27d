//! Results of calls: which of them the caller owns.
//! The stricter mode leaves out what may be one of several things.
import androidx.core.util.Pools;
import com.facebook.infer.annotation.ReturnsOwnership;
import com.facebook.infer.annotation.ThreadSafe;
import java.util.Objects;
import java.util.function.Supplier;
import javax.inject.Provider;

@ThreadSafe
public abstract class OwnedResults {
    static class Point {
        int x;
        int y;
        Point next;
    }

    private final Point centre = new Point();
    private final Pools.SynchronizedPool<Point> pool = new Pools.SynchronizedPool<>();
    private final ThreadLocal<Point> local = ThreadLocal.withInitial(Point::new);

    // Clean: the result is new.
    private static Point factory() {
        return new Point();
    }

    // Clean: writes to what the factory has made.
    private static Point filled(int y) {
        Point point = factory();
        point.y = y;
        return point;
    }

    // Clean: the result is shared, but not touched here.
    private Point centre() {
        return centre;
    }

    // Clean: the result may be shared.
    private Point maybe(boolean fresh) {
        return fresh ? new Point() : centre;
    }

    // Clean: declares that it gives its result away; there is no body to look at.
    @ReturnsOwnership
    protected abstract Point create();

    // Clean: an abstract method, no access.
    protected abstract Point find();

    // Clean: a factory.
    public Point made() {
        Point point = factory();
        point.x = 1;
        return point;
    }

    // Clean: a factory that calls another.
    public Point filledAgain() {
        Point point = filled(3);
        point.x = 2;
        return point;
    }

    // Clean: the annotation says so.
    public Point annotated() {
        Point point = create();
        point.x = 3;
        return point;
    }

    // Clean: unknown code is taken to return what the caller owns, for fewer false alarms.
    public void unknown() {
        Point point = find();
        point.x = 4;
    }

    // Reported: the getter returns the shared point.
    public void got() {
        centre().x = 5; //~ true-positive unprotected-write x
    }

    // Reported: it may be the shared point.
    public void either(boolean fresh) {
        maybe(fresh).y = 6; //~ unprotected-write y
    }

    // Clean: each thread has its own.
    public void local() {
        local.get().x = 7;
    }

    // Clean: reflection makes a new object.
    public Point reflected() throws ReflectiveOperationException {
        Point point = Point.class.getDeclaredConstructor().newInstance();
        point.x = 8;
        return point;
    }

    // Clean: a provider of the injector makes a new one.
    public Point provided(Provider<Point> provider) {
        Point point = provider.get();
        point.x = 9;
        return point;
    }

    // Clean: as unknown code.
    public Point supplied(Supplier<Point> supplier) {
        Point point = supplier.get();
        point.x = 10;
        return point;
    }

    // Clean: a pool gives an object to one user at a time.
    public void pooled() {
        Point point = pool.acquire();
        point.x = 11;
        pool.release(point);
    }

    // Known gap: the JDK returns what it was given, but is taken to return what the caller owns.
    public void required() {
        Objects.requireNonNull(centre).y = 12; //~ gap unprotected-write y: unknown code is taken to return an owned object
    }
}
