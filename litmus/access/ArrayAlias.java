// Rule: a location is the element, not the name of the array: the same array by two ways.
public class ArrayAlias {
    static class Holder {
        final long[] cells;

        Holder(long[] cells) {
            this.cells = cells;
        }
    }

    public static void main(String[] args) throws Exception {
        long[] cells = new long[4];
        Holder one = new Holder(cells);
        Holder two = new Holder(cells);
        Order.run(
                () -> {
                    one.cells[0] = 1; //! race cell write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    two.cells[0] = 2; //! race cell write
                });
    }
}
