// Rule: what the test of an inner loop accesses at the outer loop's index is accessed in each round of the outer one, also if the inner one makes
// none, up to an exception.
public class OuterIndex {
    static int sum(int[] starts, int[] cells, int first, int end) {
        int sum = 0;
        for (int row = first; row < end; row++) {
            for (int at = starts[row];
                    at < starts[row + 1]; at++) { //! race last read
                sum += cells[at];
            }
        }
        return sum;
    }

    static int sumOfNone(int[] starts, int[] cells, int first, int end) {
        int sum = 0;
        for (int row = first; row < end; row++) {
            for (int at = starts[row];
                    at < starts[row + 1]; at++) { //! race none read
                sum += cells[at];
            }
        }
        return sum;
    }

    static int sumUntilEnd(int[] starts, int[] cells, int first, int end) {
        int sum = 0;
        for (int row = first; row < end; row++) {
            for (int at = starts[row];
                    at < starts[row + 1]; at++) { //! race middle read
                sum += cells[at];
            }
        }
        return sum;
    }

    static int[] startsOf(int rows, int cellsOfEach) {
        int[] starts = new int[rows + 1];
        for (int row = 0; row <= rows; row++) {
            starts[row] = row * cellsOfEach;
        }
        return starts;
    }

    public static void main(String[] args) throws Exception {
        int[] last = startsOf(40, 2);
        int[] none = startsOf(40, 0);
        int[] middle = startsOf(40, 2);
        int[] unread = startsOf(40, 2);
        int[] cells = new int[100];
        int[] few = new int[41];
        Order.run(
                () -> {
                    sum(last, cells, 0, 40);
                    sumOfNone(none, cells, 3, 38);
                    sum(unread, cells, 7, 7);
                    sum(unread, cells, 10, 20);
                    try {
                        sumUntilEnd(middle, few, 0, 40);
                        Order.require(false);
                    } catch (ArrayIndexOutOfBoundsException expected) {
                        Order.reach(1);
                    }
                },
                () -> {
                    Order.await(1);
                    last[40] = 0; //! race last write
                    none[38] = 0; //! race none write
                    none[2] = none[39] = 0;
                    // The row with the number 20 has the cell that is not there.
                    middle[21] = 0; //! race middle write
                    middle[22] = 0;
                    unread[7] = unread[8] = unread[9] = unread[21] = 0;
                });
    }
}
