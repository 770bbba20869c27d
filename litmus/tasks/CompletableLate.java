// Rule: CompletableFuture completion -> get; what follows complete(), and a complete() that comes
// second, are not ordered.
import java.util.concurrent.CompletableFuture;

public class CompletableLate {
    static int after;
    static int second;

    public static void main(String[] args) throws Exception {
        CompletableFuture<String> promise = new CompletableFuture<>();
        Order.run(
                () -> {
                    promise.complete("first");
                    after = 1; //! race after write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    second = 1; //! race second write
                    Order.require(!promise.complete("second"));
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    promise.join();
                    after = 2; //! race after write
                    second = 2; //! race second write
                });
    }
}
