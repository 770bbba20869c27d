// Rule: atomics: getAndX, XAndGet and getAndSet read and write as volatile: they order both ways.
import java.util.concurrent.atomic.AtomicInteger;

//! clean
public class AtomicReadModify {
    static final int[] CELLS = new int[8];

    static void step(AtomicInteger[] turns) {
        CELLS[0]++;
        turns[0].getAndIncrement();
        CELLS[1]++;
        turns[1].incrementAndGet();
        CELLS[2]++;
        turns[2].getAndAdd(5);
        CELLS[3]++;
        turns[3].getAndSet(5);
        CELLS[4]++;
        turns[4].updateAndGet(x -> x + 1);
        CELLS[5]++;
        turns[5].accumulateAndGet(3, (x, y) -> x + y);
        CELLS[6]++;
        turns[6].decrementAndGet();
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger[] turns = new AtomicInteger[CELLS.length];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = new AtomicInteger();
        }
        Order.run(
                () -> {
                    step(turns);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    turns[0].getAndIncrement();
                    turns[1].incrementAndGet();
                    turns[2].getAndAdd(5);
                    turns[3].getAndSet(5);
                    turns[4].updateAndGet(x -> x + 1);
                    turns[5].accumulateAndGet(3, (x, y) -> x + y);
                    turns[6].decrementAndGet();
                    step(turns);
                });
    }
}
