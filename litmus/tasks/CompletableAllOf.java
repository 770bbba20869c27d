// Rule: CompletableFuture completion of all sources -> allOf.
import java.util.concurrent.CompletableFuture;

//! clean
public class CompletableAllOf {
    static final int[] CELLS = new int[3];

    public static void main(String[] args) throws Exception {
        CompletableFuture<?>[] parts = new CompletableFuture<?>[3];
        for (int i = 0; i < 3; i++) {
            int mine = i;
            parts[i] = CompletableFuture.runAsync(() -> CELLS[mine] = 1);
        }
        CompletableFuture.allOf(parts).join();
        Order.require(CELLS[0] + CELLS[1] + CELLS[2] == 3);
    }
}
