// Rule: volatile write -> every later read: three concurrent readers all hand over to the writer,
// whose write is then read by one of them again.
//! clean
public class SharedReadsOrdered {
    static int value;
    static final int[] CELLS = new int[1];
    static volatile int first;
    static volatile int second;
    static volatile boolean written;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    int seen = value + CELLS[0];
                    first = 1;
                    Order.reach(1);
                    Order.await(3);
                    Order.require(written);
                    seen = value + CELLS[0];
                },
                () -> {
                    Order.await(1);
                    int seen = value + CELLS[0];
                    second = 1;
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    int seen = value + CELLS[0];
                    Order.require(first + second == 2);
                    value = 1;
                    CELLS[0] = 1;
                    written = true;
                    Order.reach(3);
                });
    }
}
