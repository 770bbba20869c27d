// Rule: adders and accumulators: adding -> the sum that counts it.
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

//! clean
public class Adders {
    static int first;
    static int second;
    static int third;
    static int fourth;

    public static void main(String[] args) throws Exception {
        LongAdder longs = new LongAdder();
        DoubleAdder doubles = new DoubleAdder();
        LongAccumulator longest = new LongAccumulator(Math::max, 0);
        DoubleAccumulator greatest = new DoubleAccumulator(Math::max, 0);
        Order.run(
                () -> {
                    first = 1;
                    longs.increment();
                    second = 1;
                    doubles.add(1);
                    third = 1;
                    longest.accumulate(1);
                    fourth = 1;
                    greatest.accumulate(1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(longs.sum() == 1);
                    first = 2;
                    Order.require(doubles.sum() == 1);
                    second = 2;
                    Order.require(longest.get() == 1);
                    third = 2;
                    Order.require(greatest.get() == 1);
                    fourth = 2;
                });
    }
}
