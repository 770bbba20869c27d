// Rule: invokeAny: a task whose result is not the one returned is not ordered before the return.
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class InvokeAnyLoser {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Callable<Integer> winner = () -> {
            Order.await(1);
            return 1;
        };
        Callable<Integer> loser = () -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
            return 2;
        };
        Order.require(pool.invokeAny(Arrays.asList(loser, winner)) == 1);
        value = 2; //! race value write
        Order.reach(2);
        pool.shutdown();
    }
}
