// Rule: CompletableFuture completion by an exception -> exceptionally, and a get that throws.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

//! clean
public class CompletableExceptionally {
    static int handled;
    static int thrown;

    public static void main(String[] args) throws Exception {
        CompletableFuture.supplyAsync(() -> {
            handled = 1;
            throw new IllegalStateException();
        }).exceptionally(failure -> handled++).join();
        handled++;
        CompletableFuture<Integer> promise = new CompletableFuture<>();
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    thrown = 1;
                    promise.completeExceptionally(new IllegalStateException());
                },
                () -> {
                    try {
                        promise.get();
                        Order.require(false);
                    } catch (ExecutionException expected) {
                        thrown = 2;
                    }
                });
    }
}
