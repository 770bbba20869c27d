// Rule: VarHandle: another element, or the same field of another object, gives no edge.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleOther {
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] FLAGS = new int[2];
    static int value;

    public static void main(String[] args) throws Exception {
        FLAG.setVolatile(FLAGS, 1, (int) FLAG.getVolatile(FLAGS, 1));
        Order.run(
                () -> {
                    value = 1; //! race value write
                    FLAG.setVolatile(FLAGS, 0, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require((int) FLAG.getVolatile(FLAGS, 1) == 0);
                    value = 2; //! race value write
                });
    }
}
