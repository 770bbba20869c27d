// Rule: interrupt -> the interrupted thread's detection. By an InterruptedException of a library
// method, here BlockingQueue.take.
import java.util.concurrent.LinkedBlockingQueue;

//! clean
public class InterruptQueue {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Object> empty = new LinkedBlockingQueue<>();
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    value = 1;
                    Order.thread(1).interrupt();
                },
                () -> {
                    try {
                        empty.take();
                        Order.require(false);
                    } catch (InterruptedException expected) {
                        value = 2;
                    }
                });
    }
}
