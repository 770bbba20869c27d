// Rule: VarHandle: acquire reads and release writes pair, with each other and with volatile ones.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

//! clean
public class HandleRelease {
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] FLAGS = new int[3];
    static final int[] CELLS = new int[3];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    FLAG.setRelease(FLAGS, 0, 1);
                    CELLS[1] = 1;
                    FLAG.setRelease(FLAGS, 1, 1);
                    CELLS[2] = 1;
                    FLAG.setVolatile(FLAGS, 2, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require((int) FLAG.getAcquire(FLAGS, 0) == 1);
                    CELLS[0] = 2;
                    Order.require((int) FLAG.getVolatile(FLAGS, 1) == 1);
                    CELLS[1] = 2;
                    Order.require((int) FLAG.getAcquire(FLAGS, 2) == 1);
                    CELLS[2] = 2;
                });
    }
}
