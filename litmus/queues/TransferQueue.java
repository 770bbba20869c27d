// Rule: BlockingQueue: putting an element -> taking that element. LinkedTransferQueue: put,
// transfer, tryTransfer.
import java.util.concurrent.LinkedTransferQueue;

//! clean
public class TransferQueue {
    static int first;
    static int second;
    static int third;

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
                });
    }
}
