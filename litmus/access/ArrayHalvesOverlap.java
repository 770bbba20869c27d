// Rule: each element of an array is a location of its own. The two ranges share one element.
public class ArrayHalvesOverlap {
    public static void main(String[] args) throws Exception {
        int[] cells = new int[1000];
        Order.run(
                () -> {
                    for (int i = 0; i <= 500; i++) {
                        cells[i] = i; //! race cell write
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int sum = 0;
                    for (int i = 500; i < 1000; i++) {
                        sum += cells[i]; //! race cell read
                    }
                });
    }
}
