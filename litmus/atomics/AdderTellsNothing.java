// Rule: adders: adding -> the sum; who adds learns nothing of who added before.
import java.util.concurrent.atomic.LongAdder;

public class AdderTellsNothing {
    static int value;

    public static void main(String[] args) throws Exception {
        LongAdder adder = new LongAdder();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    adder.increment();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    adder.increment();
                    value = 2; //! race value write
                });
    }
}
