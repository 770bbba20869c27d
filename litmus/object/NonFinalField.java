// Rule: final fields: a field that is not final has no such guarantee, in the same object neither.
public class NonFinalField {
    static final class Point {
        final int x;
        int y;

        Point(int x) {
            this.x = x;
            this.y = x; //! race y write
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
                    Order.require(point.x == 1);
                    int seen = point.y; //! race y read
                });
    }
}
