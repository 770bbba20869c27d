// Rule: volatile arrays do not exist: the reference is volatile, the elements are plain.
public class VolatileArrayReference {
    static volatile int[] cells = new int[2];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    cells[0] = 1; //! race cell write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = cells[0]; //! race cell read
                });
    }
}
