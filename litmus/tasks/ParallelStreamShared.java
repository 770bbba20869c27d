// Rule: parallel streams: the elements' work is not ordered among itself.
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;

public class ParallelStreamShared {
    static int value;

    static void work(int element) {
        if (element == 0) {
            value = 1; //! race value write
            Order.reach(1);
        } else {
            Order.await(1);
            value = 2; //! race value write
        }
    }

    public static void main(String[] args) throws Exception {
        Order.prepare();
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.submit(() -> IntStream.range(0, 2).parallel().forEach(ParallelStreamShared::work)).join();
        pool.shutdown();
    }
}
