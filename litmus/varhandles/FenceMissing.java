// Rule: fences: two of them make an edge, with an opaque write and read in between; one alone, or one that comes too early,
// makes none.
import java.lang.invoke.VarHandle;

public class FenceMissing {
    static int alone;
    static int early;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    alone = 1; //! race alone write
                    VarHandle.releaseFence();
                    early = 1; //! race early write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    alone = 2; //! race alone write
                    VarHandle.acquireFence();
                    early = 2; //! race early write
                });
    }
}
