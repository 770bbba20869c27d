// Rule: CompletableFuture completion of both sources -> thenCombine.
import java.util.concurrent.CompletableFuture;

//! clean
public class CompletableCombine {
    static int first;
    static int second;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> two = new CompletableFuture<>();
        Order.run(
                () -> {
                    Order.await(1);
                    first = 1;
                    one.complete(1);
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    second = 1;
                    two.complete(2);
                },
                () -> {
                    CompletableFuture<Integer> sum = one.thenCombine(two, (x, y) -> first++ + second++);
                    Order.reach(1);
                    sum.join();
                    first++;
                    second++;
                });
    }
}
