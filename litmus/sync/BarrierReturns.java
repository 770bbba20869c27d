// Rule: CyclicBarrier arrive -> return of each; the next generation too.
import java.util.concurrent.CyclicBarrier;

//! clean
public class BarrierReturns {
    static final int[] CELLS = new int[2];

    static void play(CyclicBarrier barrier, int mine) throws Exception {
        for (int round = 0; round < 3; round++) {
            CELLS[mine]++;
            barrier.await();
            int seen = CELLS[1 - mine];
            barrier.await();
        }
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        Order.run(() -> play(barrier, 0), () -> play(barrier, 1));
    }
}
