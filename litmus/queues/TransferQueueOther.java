// Rule: BlockingQueue: an element that another thread put gives no edge. LinkedTransferQueue.
import java.util.concurrent.LinkedTransferQueue;

public class TransferQueueOther {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<String> queue = new LinkedTransferQueue<>();
        queue.put("warm up");
        queue.take();
        Order.run(
                () -> {
                    queue.put("first");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 1; //! race value write
                    queue.put("second");
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(queue.take().equals("first"));
                    value = 2; //! race value write
                });
    }
}
