// Rule: CompletableFuture completion -> anyOf: a source that has not completed is not ordered.
import java.util.concurrent.CompletableFuture;

public class CompletableAnyOf {
    static int fast;
    static int slow;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        Order.run(
                () -> {
                    fast = 1;
                    one.complete(1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    slow = 1; //! race slow write
                    Order.reach(2);
                    Order.await(3);
                    two.complete(2);
                },
                () -> {
                    Order.await(2);
                    CompletableFuture.anyOf(one, two).join();
                    fast = 2;
                    slow = 2; //! race slow write
                    Order.reach(3);
                });
    }
}
