// Rule: atomics: set is a volatile write, which gets no edge from an earlier one.
import java.util.concurrent.atomic.AtomicReference;

public class AtomicSetSet {
    static int value;

    public static void main(String[] args) throws Exception {
        AtomicReference<String> turn = new AtomicReference<>();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    turn.set("first");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    turn.set("second");
                    value = 2; //! race value write
                });
    }
}
