// Rule: BlockingQueue: putting an element -> taking that element. LinkedTransferQueue: put,
// transfer, tryTransfer, also with a time.
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

//! clean
public class TransferQueue {
    static int first;
    static int second;
    static int third;
    static int fourth;

    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        Order.run(
                () -> {
                    first = 1;
                    queue.put("put");
                    Order.reach(1);
                    second = 1;
                    queue.transfer("transfer");
                    Order.await(2);
                    Order.awaitBlocked(1);
                    third = 1;
                    Order.require(queue.tryTransfer("try"));
                    fourth = 1;
                    Order.require(queue.tryTransfer("in time", 60, TimeUnit.SECONDS));
                },
                () -> {
                    Order.await(1);
                    queue.take();
                    first = 2;
                    queue.take();
                    second = 2;
                    Order.reach(2);
                    queue.take();
                    third = 2;
                    queue.take();
                    fourth = 2;
                });
    }
}
