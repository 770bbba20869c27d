// Rule: offer writes a PriorityQueue, isEmpty reads it.
import java.util.PriorityQueue;
import java.util.Queue;

public class PriorityQueueOffer {
    static final Queue<String> shared = new PriorityQueue<>();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.offer("a"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.isEmpty(); //! container c read
                });
    }
}
