// Rule: CyclicBarrier arrive -> barrier action -> return of each.
import java.util.concurrent.CyclicBarrier;

//! clean
public class BarrierAction {
    static final int[] CELLS = new int[2];
    static int sum;

    static void play(CyclicBarrier barrier, int mine) throws Exception {
        CELLS[mine] = 1;
        barrier.await();
        int seen = sum;
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> {
            sum = CELLS[0] + CELLS[1];
        });
        Order.run(
                () -> play(barrier, 0),
                () -> {
                    Order.awaitBlocked(0);
                    play(barrier, 1);
                });
    }
}
