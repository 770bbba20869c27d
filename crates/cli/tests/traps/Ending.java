import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Threads go from array to array, each array under its own monitor, until the program exits. Or two of them write to the same
 * array without any order, and do not synchronize any more.
 */
public final class Ending {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int THREADS = 2;
    private static final int ARRAYS = 200;
    private static final int LENGTH = 100;
    private static final int WARM = 10_000;

    private final int[] steps = new int[THREADS];
    private final int[][] arrays = new int[ARRAYS][LENGTH];
    private final int[] unguarded = new int[LENGTH];

    public static void main(String[] args) {
        Ending ending = new Ending();
        ending.reach(0, 0);
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Runnable body = args[0].equals("racy") ? () -> ending.race(number) : () -> ending.work(number);
            Thread thread = new Thread(body);
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

    private void reach(int number, int step) {
        STEP.setOpaque(steps, number, step);
    }
}
