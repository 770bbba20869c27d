// Rule: VarHandle, plain: only what is read through a final field is covered by it, not the same array reached by another way.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class HandleFinalArrayOtherWay {
    static final VarHandle CELL = MethodHandles.arrayElementVarHandle(int[].class);

    static final class Table {
        final int[] row;

        Table(int[] row) {
            row[1] = 1; //! race cell write
            this.row = row;
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        CELL.set(new int[2], 1, (int) CELL.get(new int[2], 0));
        Order.run(
                () -> {
                    int[] row = new int[3];
                    new Table(row);
                    Publication.publish(row);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int[] row = (int[]) Publication.published();
                    int seen = (int) CELL.get(row, 1); //! race cell read
                });
    }
}
