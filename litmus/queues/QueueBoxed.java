// Rule: BlockingQueue: putting an element -> taking it; small numbers, booleans and enums are one object everywhere, and
// taking one from another queue gives no edge.
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

public class QueueBoxed {
    static int number;
    static int constant;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Object> one = new LinkedBlockingQueue<>();
        LinkedBlockingQueue<Object> other = new LinkedBlockingQueue<>();
        other.put(7);
        other.put(TimeUnit.DAYS);
        Order.run(
                () -> {
                    number = 1; //! race number write
                    one.put(7);
                    constant = 1; //! race constant write
                    one.put(TimeUnit.DAYS);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    other.take();
                    number = 2; //! race number write
                    other.take();
                    constant = 2; //! race constant write
                });
    }
}
