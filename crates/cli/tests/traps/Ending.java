import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Threads go from array to array, each array under its own monitor, until the program exits. Or two of them write to the same
 * array without any order, and do not synchronize any more. Or one does, while the other goes on to lock whenever it writes a little of
 * it, until each element has epochs of its own.
 */
public final class Ending {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int THREADS = 2;
    private static final int ARRAYS = 200;
    private static final int LENGTH = 100;
    private static final int WARM = 10_000;
    private static final int SCATTERED = 100;

    private final int[] steps = new int[THREADS];
    private final int[][] arrays = new int[ARRAYS][LENGTH];
    private final int[] unguarded = new int[LENGTH];

    public static void main(String[] args) {
        Ending ending = new Ending();
        ending.reach(0, 0);
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(ending.body(args[0], number));
            thread.setDaemon(true);
            thread.start();
        }
        for (int i = 0; i < THREADS; i++) {
            while ((int) STEP.getOpaque(ending.steps, i) == 0) {
                Thread.yield();
            }
        }
        System.exit(0);
    }

    private Runnable body(String how, int number) {
        switch (how) {
            case "racy":
                return () -> race(number);
            case "scattered":
                return number == 0 ? () -> race(number) : () -> scatter(number);
            default:
                return () -> work(number);
        }
    }

    private void work(int number) {
        for (int turn = 1; ; turn++) {
            int[] array = arrays[Math.floorMod(turn * (7 + number), ARRAYS)];
            synchronized (array) {
                int from = Math.floorMod(turn, 3) * 10;
                for (int i = from; i < from + 60; i++) {
                    array[i]++;
                }
            }
            if (turn == WARM) {
                reach(number, 1);
            }
        }
    }

    private void race(int number) {
        for (int i = 0; i < LENGTH; i++) {
            unguarded[i]++;
        }
        reach(number, 1);
        while (true) {
            Thread.onSpinWait();
        }
    }

    private void scatter(int number) {
        while ((int) STEP.getOpaque(steps, 0) == 0) {
            Thread.yield();
        }
        for (int turn = 0; turn < SCATTERED; turn++) {
            synchronized (arrays) {
                unguarded[turn % 3]++;
            }
        }
        reach(number, 1);
    }

    private void reach(int number, int step) {
        STEP.setOpaque(steps, number, step);
    }
}
