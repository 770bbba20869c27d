import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two threads meet before every fresh location and then access it at the same moment. The meetings are
 * opaque accesses, which order nothing: every location is raced on, exactly once.
 *
 * <p>Arguments: what is accessed (field or element), how (write-write, write-read, by-turns), how many
 * locations.
 */
public final class Lockstep {
    /** Locations that one pair of threads goes through. */
    private static final int BATCH = 50_000;
    private static final int SPINS = 200;

    private static final VarHandle ARRIVED = MethodHandles.arrayElementVarHandle(int[].class);
    /** How far each thread came, apart from each other so that they share no cache line. */
    private static final int[] arrivals = new int[64];
    private static final int LEFT = 0;
    private static final int RIGHT = 32;

    /** Its field is never written before the threads meet at it. */
    static final class Cell {
        int value;
    }

    /** What a thread does to the location of that number. */
    interface Visit {
        void at(int index);
    }

    public static void main(String[] args) throws InterruptedException {
        int locations = Integer.parseInt(args[2]);
        meet(LEFT, RIGHT, -1);
        for (int done = 0; done < locations; done += BATCH) {
            int batch = Math.min(BATCH, locations - done);
            if (args[0].equals("field")) {
                fields(args[1], batch);
            } else {
                elements(args[1], batch);
            }
        }
    }

    private static void fields(String how, int batch) throws InterruptedException {
        Cell[] cells = new Cell[batch];
        for (int i = 0; i < batch; i++) {
            cells[i] = new Cell();
        }
        if (how.equals("write-write")) {
            race(batch, i -> cells[i].value = 1, i -> cells[i].value = 2);
        } else if (how.equals("write-read")) {
            race(batch, i -> cells[i].value = 1, i -> use(cells[i].value));
        } else {
            race(
                    batch,
                    i -> {
                        if ((i & 1) == 0) {
                            cells[i].value = 1;
                        } else {
                            use(cells[i].value);
                        }
                    },
                    i -> {
                        if ((i & 1) != 0) {
                            cells[i].value = 2;
                        } else {
                            use(cells[i].value);
                        }
                    });
        }
    }

    private static void elements(String how, int batch) throws InterruptedException {
        int[] elements = new int[batch];
        if (how.equals("write-write")) {
            race(batch, i -> elements[i] = 1, i -> elements[i] = 2);
        } else if (how.equals("write-read")) {
            race(batch, i -> elements[i] = 1, i -> use(elements[i]));
        } else {
            race(
                    batch,
                    i -> {
                        if ((i & 1) == 0) {
                            elements[i] = 1;
                        } else {
                            use(elements[i]);
                        }
                    },
                    i -> {
                        if ((i & 1) != 0) {
                            elements[i] = 2;
                        } else {
                            use(elements[i]);
                        }
                    });
        }
    }

    private static void use(int value) {
        if (value < 0) {
            throw new AssertionError("a value that nobody wrote");
        }
    }

    private static void race(int batch, Visit left, Visit right) throws InterruptedException {
        ARRIVED.setOpaque(arrivals, LEFT, -1);
        ARRIVED.setOpaque(arrivals, RIGHT, -1);
        Thread one = new Thread(() -> walk(LEFT, RIGHT, batch, left), "left");
        Thread two = new Thread(() -> walk(RIGHT, LEFT, batch, right), "right");
        one.start();
        two.start();
        one.join();
        two.join();
    }

    private static void walk(int self, int other, int batch, Visit visit) {
        for (int i = 0; i < batch; i++) {
            meet(self, other, i);
            visit.at(i);
        }
    }

    private static void meet(int self, int other, int step) {
        ARRIVED.setOpaque(arrivals, self, step);
        for (int spins = 0; (int) ARRIVED.getOpaque(arrivals, other) < step; spins++) {
            if (spins < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
