// Rule: program order alone does not order two threads. A row is replaced while another thread
// reads it; the new row's elements have their default value.
public class ArrayOfArraysRow {
    public static void main(String[] args) throws Exception {
        int[][] grid = new int[3][4];
        Order.run(
                () -> {
                    grid[1] = new int[4]; //! race row write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int[] row = grid[1]; //! race row read
                    int seen = row[2];
                });
    }
}
