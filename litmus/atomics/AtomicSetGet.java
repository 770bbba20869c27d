// Rule: atomics: set -> get, as volatile write -> read. Each class.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

//! clean
public class AtomicSetGet {
    static final int[] CELLS = new int[4];

    public static void main(String[] args) throws Exception {
        AtomicInteger i = new AtomicInteger();
        AtomicLong j = new AtomicLong();
        AtomicBoolean z = new AtomicBoolean();
        AtomicReference<String> o = new AtomicReference<>();
        Order.run(
                () -> {
                    CELLS[0] = 1;
                    i.set(1);
                    CELLS[1] = 1;
                    j.set(1);
                    CELLS[2] = 1;
                    z.set(true);
                    CELLS[3] = 1;
                    o.set("o");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(i.get() == 1);
                    CELLS[0] = 2;
                    Order.require(j.get() == 1);
                    CELLS[1] = 2;
                    Order.require(z.get());
                    CELLS[2] = 2;
                    Order.require(o.get() != null);
                    CELLS[3] = 2;
                });
    }
}
