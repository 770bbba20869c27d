// Rule: program order alone does not order two threads. One element of one row; the rows
// themselves are only read.
public class ArrayOfArraysElement {
    public static void main(String[] args) throws Exception {
        int[][] grid = new int[3][4];
        Order.run(
                () -> {
                    grid[1][2] = 1; //! race cell write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = grid[1][2]; //! race cell read
                });
    }
}
