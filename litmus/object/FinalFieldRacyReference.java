// Rule: final fields: the plain reference races, the final fields that are read through it do not.
public class FinalFieldRacyReference {
    static final class Point {
        final int x;
        final int[] more;

        Point(int x) {
            this.x = x;
            this.more = new int[] {x, x};
        }
    }

    static Point shared;

    public static void main(String[] args) throws Exception {
        new Point(0);
        Order.run(
                () -> {
                    shared = new Point(1); //! race shared write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Point point = shared; //! race shared read
                    Order.require(point.x == 1 && point.more[1] == 1);
                });
    }
}
