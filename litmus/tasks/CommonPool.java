// Rule: ForkJoin submit -> task -> get, in the common pool.
import java.util.concurrent.ForkJoinPool;

//! clean
public class CommonPool {
    static int value;

    public static void main(String[] args) throws Exception {
        value = 1;
        ForkJoinPool.commonPool().submit(() -> {
            value++;
        }).get();
        value++;
    }
}
