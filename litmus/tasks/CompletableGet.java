// Rule: CompletableFuture completion -> get, join, getNow, isDone() == true.
import java.util.concurrent.CompletableFuture;

//! clean
public class CompletableGet {
    static int got;
    static int joined;
    static int polled;
    static int checked;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        got = 1;
        CompletableFuture.supplyAsync(() -> got++).get();
        got++;
        CompletableFuture.runAsync(() -> joined = 1).join();
        joined++;
        CompletableFuture<Integer> polling = CompletableFuture.supplyAsync(() -> ++polled);
        long start = System.nanoTime();
        while (polling.getNow(0) == 0) {
            Order.spin(start);
        }
        polled++;
        CompletableFuture<Void> checking = CompletableFuture.runAsync(() -> checked = 1);
        while (!checking.isDone()) {
            Order.spin(start);
        }
        checked++;
    }
}
