import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Threads that run one after the other in real time, with nothing that orders them. */
final class Racing {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int[] steps = new int[1];

    private Racing() {}

    /** In threads with these names, or with plain ones. */
    static void oneAfterTheOther(Runnable action, String... names) throws InterruptedException {
        steps[0] = 0;
        Thread first = new Thread(() -> turn(0, action), names.length > 0 ? names[0] : "first");
        Thread second = new Thread(() -> turn(1, action), names.length > 1 ? names[1] : "second");
        first.start();
        second.start();
        first.join();
        second.join();
    }

    private static void turn(int step, Runnable action) {
        while ((int) STEP.getOpaque(steps, 0) < step) {
            Thread.onSpinWait();
            Thread.yield();
        }
        action.run();
        STEP.setOpaque(steps, 0, step + 1);
    }
}
