// Rule: VarHandle: opaque ways give no edge, and do not race themselves.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleOpaque {
    static final VarHandle FLAG = MethodHandles.arrayElementVarHandle(int[].class);
    static final int[] FLAGS = new int[3];
    static int both;
    static int writer;
    static int reader;

    public static void main(String[] args) throws Exception {
        int[] warm = new int[1];
        FLAG.setOpaque(warm, 0, (int) FLAG.getOpaque(warm, 0));
        FLAG.setVolatile(warm, 0, (int) FLAG.getVolatile(warm, 0));
        Order.run(
                () -> {
                    both = 1; //! race both write
                    FLAG.setOpaque(FLAGS, 0, 1);
                    writer = 1; //! race writer write
                    FLAG.setOpaque(FLAGS, 1, 1);
                    reader = 1; //! race reader write
                    FLAG.setVolatile(FLAGS, 2, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require((int) FLAG.getOpaque(FLAGS, 0) == 1);
                    both = 2; //! race both write
                    Order.require((int) FLAG.getVolatile(FLAGS, 1) == 1);
                    writer = 2; //! race writer write
                    Order.require((int) FLAG.getOpaque(FLAGS, 2) == 1);
                    reader = 2; //! race reader write
                });
    }
}
