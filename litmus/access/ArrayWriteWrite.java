// Rule: program order alone does not order two threads. Two writes of one array element.
public class ArrayWriteWrite {
    public static void main(String[] args) throws Exception {
        int[] cells = new int[8];
        Order.run(
                () -> {
                    cells[3] = 1; //! race cell write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    cells[3] = 2; //! race cell write
                });
    }
}
