// Rule: CompletableFuture completion -> dependants: thenApply, thenAccept, whenComplete, handle,
// attached before the completion by a thread that runs nothing itself.
import java.util.concurrent.CompletableFuture;

//! clean
public class CompletableDependants {
    static int value;
    static int attached;

    static CompletableFuture<Void> attach(CompletableFuture<Integer> promise) {
        return promise.thenApply(x -> x + attached++ + value++)
                .whenComplete((x, failure) -> value++)
                .handle((x, failure) -> x + value++)
                .thenAccept(x -> value++);
    }

    public static void main(String[] args) throws Exception {
        // Links what the threads call.
        CompletableFuture<Integer> trial = new CompletableFuture<>();
        CompletableFuture<Void> tried = attach(trial);
        trial.complete(1);
        tried.join();
        CompletableFuture<Integer> promise = new CompletableFuture<>();
        Order.run(
                () -> {
                    Order.await(1);
                    value = 1;
                    promise.complete(1);
                },
                () -> {
                    attached = 1;
                    CompletableFuture<Void> chain = attach(promise);
                    Order.reach(1);
                    chain.join();
                    value++;
                    attached++;
                });
    }
}
