// Rule: volatile write -> every later read: elements written before the reference are ordered.
//! clean
public class VolatileArrayPublished {
    static volatile int[] cells;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    int[] fresh = new int[2];
                    fresh[0] = 1;
                    cells = fresh;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = cells[0];
                });
    }
}
