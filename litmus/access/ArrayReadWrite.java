// Rule: program order alone does not order two threads. A read, then a write of one array element.
public class ArrayReadWrite {
    public static void main(String[] args) throws Exception {
        int[] cells = new int[8];
        Order.run(
                () -> {
                    int seen = cells[3]; //! race cell read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    cells[3] = 2; //! race cell write
                });
    }
}
