// Rule: VarHandle: weakCompareAndSetPlain gives no edge, even when it succeeds.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleCasPlain {
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] FLAGS = new int[1];
    static int value;

    static void swap(int[] flags, int from, int to) {
        long start = System.nanoTime();
        while (!FLAG.weakCompareAndSetPlain(flags, 0, from, to)) {
            Order.spin(start);
        }
    }

    public static void main(String[] args) throws Exception {
        swap(new int[1], 0, 1);
        Order.run(
                () -> {
                    value = 1; //! race value write
                    swap(FLAGS, 0, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    swap(FLAGS, 1, 2);
                    value = 2; //! race value write
                });
    }
}
