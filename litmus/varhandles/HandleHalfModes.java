// Rule: VarHandle: getAndX by its mode: an acquire way releases nothing, a release way acquires
// nothing.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleHalfModes {
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] FLAGS = new int[2];
    static int acquired;
    static int released;

    static void writer(int[] flags) {
        int old = (int) FLAG.getAndAddAcquire(flags, 0, 1);
        FLAG.setVolatile(flags, 1, 1);
    }

    static void firstRead(int[] flags) {
        int old = (int) FLAG.getVolatile(flags, 0);
    }

    static void secondRead(int[] flags) {
        int old = (int) FLAG.getAndAddRelease(flags, 1, 1);
    }

    public static void main(String[] args) throws Exception {
        int[] warm = new int[2];
        writer(warm);
        firstRead(warm);
        secondRead(warm);
        Order.run(
                () -> {
                    acquired = 1; //! race acquired write
                    released = 1; //! race released write
                    writer(FLAGS);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    firstRead(FLAGS);
                    acquired = 2; //! race acquired write
                    secondRead(FLAGS);
                    released = 2; //! race released write
                });
    }
}
