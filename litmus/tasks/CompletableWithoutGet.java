// Rule: CompletableFuture completion -> get; without it, or with a getNow that finds nothing,
// there is no edge.
import java.util.concurrent.CompletableFuture;

public class CompletableWithoutGet {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        CompletableFuture<Integer> task = CompletableFuture.supplyAsync(() -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
            return 1;
        });
        Order.await(1);
        Order.require(task.getNow(0) == 0 && !task.isDone());
        value = 2; //! race value write
        Order.reach(2);
        task.join();
    }
}
