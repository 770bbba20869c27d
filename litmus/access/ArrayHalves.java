// Rule: each element of an array is a location of its own. Two threads each fill one half.
//! clean
public class ArrayHalves {
    static void fill(int[] cells, int from, int to) {
        for (int i = from; i < to; i++) {
            cells[i] = cells[i] + i;
        }
    }

    public static void main(String[] args) throws Exception {
        int[] cells = new int[1000];
        Order.run(
                () -> {
                    fill(cells, 0, 500);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    fill(cells, 500, 1000);
                });
    }
}
