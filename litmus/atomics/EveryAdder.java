// Rule: adders: what was added or accumulated happens before each way to see the result.
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

//! clean
public class EveryAdder {
    interface OnLong {
        void on(LongAdder it);
    }

    interface OnDouble {
        void on(DoubleAdder it);
    }

    interface OnLongs {
        void on(LongAccumulator it);
    }

    interface OnDoubles {
        void on(DoubleAccumulator it);
    }

    static final Edges EDGES = new Edges();

    static void longAdder(OnLong acquire) {
        LongAdder it = new LongAdder();
        EDGES.add(() -> it.add(1), () -> acquire.on(it));
    }

    static void doubleAdder(OnDouble acquire) {
        DoubleAdder it = new DoubleAdder();
        EDGES.add(() -> it.add(1), () -> acquire.on(it));
    }

    static void longAccumulator(OnLongs acquire) {
        LongAccumulator it = new LongAccumulator(Math::max, 0);
        EDGES.add(() -> it.accumulate(1), () -> acquire.on(it));
    }

    static void doubleAccumulator(OnDoubles acquire) {
        DoubleAccumulator it = new DoubleAccumulator(Math::max, 0);
        EDGES.add(() -> it.accumulate(1), () -> acquire.on(it));
    }

    public static void main(String[] args) throws Exception {
        longAdder(it -> it.sum());
        longAdder(it -> it.reset());
        longAdder(it -> it.sumThenReset());
        doubleAdder(it -> it.sum());
        doubleAdder(it -> it.reset());
        doubleAdder(it -> it.sumThenReset());
        longAccumulator(it -> it.get());
        longAccumulator(it -> it.reset());
        longAccumulator(it -> it.getThenReset());
        doubleAccumulator(it -> it.get());
        doubleAccumulator(it -> it.reset());
        doubleAccumulator(it -> it.getThenReset());
        EDGES.run();
    }
}
