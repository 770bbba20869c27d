// Rule: final fields: a read of a final field is a race when `this` leaked from the constructor, but none from the end of
// the constructor on.
public class FinalLeakedLater {
    static final class Point {
        final int x;

        Point() {
            Publication.publish(this);
            x = 1; //! race x write
            Order.reach(1);
            Order.await(2);
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    new Point();
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    Point point = (Point) Publication.published();
                    int seen = point.x; //! race x read
                    Order.reach(2);
                },
                () -> {
                    Order.await(3);
                    Point point = (Point) Publication.published();
                    Order.require(point.x == 1);
                });
    }
}
