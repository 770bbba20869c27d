// Rule: program order alone does not order two threads: a race that happens often is one finding.
public class RaceInLoop {
    static final long[] CELLS = new long[64];

    static void clear() {
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < CELLS.length; i++) {
                CELLS[i] = round; //! race cell write write
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    clear();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    clear();
                });
    }
}
