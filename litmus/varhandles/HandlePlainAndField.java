// Rule: VarHandle: a plain way races with a plain access of the field or element itself.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandlePlainAndField {
    static final VarHandle COUNT;
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            COUNT = MethodHandles.lookup()
                    .findStaticVarHandle(HandlePlainAndField.class, "count", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    static long count;

    public static void main(String[] args) throws Exception {
        int[] cells = new int[2];
        COUNT.set(0L);
        CELL.set(cells, 0, 0);
        Order.run(
                () -> {
                    COUNT.set(1L); //! race count write
                    CELL.set(cells, 1, 1); //! race cell write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    long seen = count; //! race count read
                    int cell = cells[1]; //! race cell read
                });
    }
}
