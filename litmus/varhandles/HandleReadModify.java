// Rule: VarHandle: getAndX by its mode: the volatile ways order both ways.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

//! clean
public class HandleReadModify {
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] FLAGS = new int[4];
    static final int[] CELLS = new int[4];

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    int old = (int) FLAG.getAndAdd(FLAGS, 0, 1);
                    CELLS[1] = 1;
                    old = (int) FLAG.getAndSet(FLAGS, 1, 1);
                    CELLS[2] = 1;
                    old = (int) FLAG.getAndBitwiseOr(FLAGS, 2, 1);
                    CELLS[3] = 1;
                    old = (int) FLAG.getAndAddRelease(FLAGS, 3, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int old = (int) FLAG.getAndAdd(FLAGS, 0, 1);
                    CELLS[0] = 2;
                    old = (int) FLAG.getAndSet(FLAGS, 1, 2);
                    CELLS[1] = 2;
                    old = (int) FLAG.getAndBitwiseXor(FLAGS, 2, 3);
                    CELLS[2] = 2;
                    old = (int) FLAG.getAndAddAcquire(FLAGS, 3, 1);
                    CELLS[3] = 2;
                });
    }
}
