// Rule: CompletableFuture completion -> dependants that run in a pool: thenApplyAsync and
// thenCompose, attached after the completion too.
import java.util.concurrent.CompletableFuture;

//! clean
public class CompletableAsyncDependants {
    static int value;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> promise = new CompletableFuture<>();
        Order.run(
                () -> {
                    Order.await(1);
                    value = 1;
                    promise.complete(1);
                    Order.reach(2);
                },
                () -> {
                    CompletableFuture<Integer> early = promise.thenApplyAsync(x -> value++);
                    Order.reach(1);
                    Order.await(2);
                    early.join();
                    promise.thenComposeAsync(x -> CompletableFuture.supplyAsync(() -> value++)).join();
                    value++;
                });
    }
}
