// Rule: each element of an array is a location of its own. Odd elements, then even elements.
//! clean
public class ArrayStrides {
    static void touch(long[] cells, int from) {
        for (int i = from; i < cells.length; i += 2) {
            cells[i]++;
        }
    }

    public static void main(String[] args) throws Exception {
        long[] cells = new long[301];
        Order.run(
                () -> {
                    touch(cells, 0);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    touch(cells, 1);
                });
    }
}
