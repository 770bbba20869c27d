// Rule: each element of an array is a location of its own. The same column of two rows.
//! clean
public class ArrayOfArraysOthers {
    public static void main(String[] args) throws Exception {
        int[][] grid = new int[3][4];
        Order.run(
                () -> {
                    grid[0][2] = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    grid[1][2] = 1;
                });
    }
}
