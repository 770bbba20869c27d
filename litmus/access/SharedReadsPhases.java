// Rule: volatile write -> every later read: two threads read many fields over and over, in several of their epochs; a third writes them
// between two such phases.
//! clean
public class SharedReadsPhases {
    static class Box {
        int value;
    }

    static final Box[] BOXES = new Box[200];
    static final int PHASES = 4;
    static volatile int firstDone;
    static volatile int secondDone;
    static volatile int written;

    static int values() {
        int sum = 0;
        for (Box box : BOXES) {
            sum += box.value;
        }
        return sum;
    }

    /** Reads what was written before the phase, twice in each of two epochs. */
    static void read(int phase) {
        while (written < phase) {
            Thread.yield();
        }
        for (int i = 0; i < 2; i++) {
            Order.require(values() == phase * BOXES.length && values() == phase * BOXES.length);
            synchronized (new Object()) {
                Order.require(values() == phase * BOXES.length);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < BOXES.length; i++) {
            BOXES[i] = new Box();
        }
        Order.run(
                () -> {
                    for (int phase = 0; phase < PHASES; phase++) {
                        read(phase);
                        firstDone = phase + 1;
                    }
                },
                () -> {
                    for (int phase = 0; phase < PHASES; phase++) {
                        read(phase);
                        secondDone = phase + 1;
                    }
                },
                () -> {
                    for (int phase = 1; phase < PHASES; phase++) {
                        while (firstDone < phase || secondDone < phase) {
                            Thread.yield();
                        }
                        for (Box box : BOXES) {
                            box.value = phase;
                        }
                        written = phase;
                    }
                });
    }
}
