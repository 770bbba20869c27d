// Rule: VarHandle: accesses in plain modes that a lock orders do not race, whether the other is by a handle or not.
//! clean
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandlePlainOrdered {
    static final VarHandle COUNT;
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(HandlePlainOrdered.class, "count", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    static int count;
    static final int[] cells = new int[2];
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    synchronized (lock) {
                        COUNT.set(1);
                        CELL.set(cells, 1, 1);
                    }
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    synchronized (lock) {
                        Order.require((int) COUNT.get() == 1 && count == 1);
                        Order.require((int) CELL.get(cells, 1) == 1 && cells[1] == 1);
                    }
                });
    }
}
