// Rule: VarHandle: a successful compareAndSet orders both ways, a failed one and
// compareAndExchange read as volatile; the weak one is the same when it succeeds.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

//! clean
public class HandleCas {
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] FLAGS = new int[4];
    static final int[] CELLS = new int[4];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    Order.require(FLAG.compareAndSet(FLAGS, 0, 0, 1));
                    CELLS[1] = 1;
                    Order.require((int) FLAG.compareAndExchange(FLAGS, 1, 0, 1) == 0);
                    CELLS[2] = 1;
                    while (!FLAG.weakCompareAndSet(FLAGS, 2, 0, 1)) {
                        Thread.onSpinWait();
                    }
                    CELLS[3] = 1;
                    FLAG.setVolatile(FLAGS, 3, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(FLAG.compareAndSet(FLAGS, 0, 1, 2));
                    CELLS[0] = 2;
                    Order.require((int) FLAG.compareAndExchange(FLAGS, 1, 5, 6) == 1);
                    CELLS[1] = 2;
                    while (!FLAG.weakCompareAndSet(FLAGS, 2, 1, 2)) {
                        Thread.onSpinWait();
                    }
                    CELLS[2] = 2;
                    Order.require(!FLAG.compareAndSet(FLAGS, 3, 5, 6));
                    CELLS[3] = 2;
                });
    }
}
