// Rule: push writes an ArrayDeque.
import java.util.ArrayDeque;
import java.util.Deque;

public class ArrayDequePush {
    static final Deque<String> shared = new ArrayDeque<>();

    public static void main(String[] args) throws Exception {
        shared.push("z");
        Order.run(
                () -> {
                    shared.push("a"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.pop(); //! container c write
                });
    }
}
