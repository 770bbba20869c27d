// Rule: peek reads a LinkedList, poll writes it.
import java.util.LinkedList;
import java.util.Queue;

public class LinkedListPeekPoll {
    static final Queue<String> shared = new LinkedList<>();

    public static void main(String[] args) throws Exception {
        shared.add("a");
        Order.run(
                () -> {
                    shared.peek(); //! container c read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.poll(); //! container c write
                });
    }
}
