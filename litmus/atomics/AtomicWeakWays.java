// Rule: atomics: opaque and plain ways give no edge, on either side.
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicWeakWays {
    static int first;
    static int second;
    static int third;
    static int fourth;

    static void write(AtomicInteger[] turns) {
        first = 1; //! race first write
        turns[0].set(1);
        second = 1; //! race second write
        turns[1].set(1);
        third = 1; //! race third write
        turns[2].setOpaque(1);
        fourth = 1; //! race fourth write
        turns[3].setPlain(1);
    }

    static void read(AtomicInteger[] turns) {
        int seen = turns[0].getOpaque();
        seen = first; //! race first read
        seen = turns[1].getPlain();
        seen = second; //! race second read
        seen = turns[2].get();
        seen = third; //! race third read
        seen = turns[3].get();
        seen = fourth; //! race fourth read
    }

    public static void main(String[] args) throws Exception {
        AtomicInteger[] turns = new AtomicInteger[4];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = new AtomicInteger();
        }
        // Links all ways before the threads start.
        new AtomicInteger().setOpaque(new AtomicInteger().getOpaque());
        new AtomicInteger().setPlain(new AtomicInteger().getPlain());
        Order.run(
                () -> {
                    write(turns);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    read(turns);
                });
    }
}
