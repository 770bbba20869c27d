// Rule: CompletableFuture complete() in another thread -> get.
import java.util.concurrent.CompletableFuture;

//! clean
public class CompletableComplete {
    static int value;

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> promise = new CompletableFuture<>();
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    value = 1;
                    promise.complete("done");
                    Order.reach(1);
                },
                () -> {
                    promise.get();
                    int seen = value;
                },
                () -> {
                    Order.await(1);
                    promise.join();
                    int seen = value;
                });
    }
}
