// Rule: final fields: a reader that gets the object through a racy reference still sees them.
//! clean
public class FinalField {
    static final class Point {
        final int x;
        final long y;
        final Object name;

        Point(int x) {
            this.x = x;
            this.y = x + 1;
            this.name = "point";
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Point(1));
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Point point = (Point) Publication.published();
                    Order.require(point.x == 1 && point.y == 2 && point.name != null);
                });
    }
}
