import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * Forces the order in which threads do things without ordering them for the memory model: a step is
 * marked and seen by opaque accesses only, which give no happens-before edge. All that a thread
 * needs to mark or see a step is loaded, linked and initialized before the first thread starts, so
 * that class initialization gives no edge between two threads either.
 */
public final class Order {
    /** What a thread of a litmus program does. */
    interface Body {
        void run() throws Exception;
    }

    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int[] STEPS = new int[64];
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);
    private static final int WARM_UP = 63;
    private static final int ALL_STARTED = 62;

    /** The threads of {@link #run}: written before any of them starts. */
    private static Thread[] threads = new Thread[0];

    static {
        reach(WARM_UP);
        await(WARM_UP);
    }

    private Order() {}

    /** Loads and links this class; for programs that start their threads themselves. */
    static void prepare() {}

    /**
     * Runs each body in a thread of its own (T0, T1, ...) and returns when all have ended. No body
     * begins before all threads have started: an interrupt of a thread that has not is lost.
     */
    static void run(Body... bodies) throws InterruptedException {
        Thread[] started = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) {
            Body body = bodies[i];
            Body gated = () -> {
                await(ALL_STARTED);
                body.run();
            };
            started[i] = new Thread(() -> orFail(gated), "T".concat(Integer.toString(i)));
        }
        threads = started;
        for (Thread thread : started) {
            thread.start();
        }
        reach(ALL_STARTED);
        for (Thread thread : started) {
            thread.join();
        }
    }

    /** The thread of {@link #run} that runs the body number {@code index}. */
    static Thread thread(int index) {
        return threads[index];
    }

    /** Runs a body; an exception that it does not handle fails the program. */
    static void orFail(Body body) {
        try {
            body.run();
        } catch (Throwable unexpected) {
            unexpected.printStackTrace();
            System.exit(4);
        }
    }

    /** Marks a step as done. */
    static void reach(int step) {
        STEP.setOpaque(STEPS, step, 1);
    }

    /** Returns when the step is done. */
    static void await(int step) {
        long start = System.nanoTime();
        while (!isReached(step)) {
            spin(start);
        }
    }

    static boolean isReached(int step) {
        return (int) STEP.getOpaque(STEPS, step) != 0;
    }

    /** Returns when the thread of body number {@code index} waits, sleeps, is parked or blocked. */
    static void awaitBlocked(int index) {
        awaitBlocked(threads[index]);
    }

    /** Returns when the thread waits, sleeps, is parked or blocked. */
    static void awaitBlocked(Thread thread) {
        long start = System.nanoTime();
        while (true) {
            Thread.State state = thread.getState();
            if (state != Thread.State.NEW && state != Thread.State.RUNNABLE) {
                return;
            }
            spin(start);
        }
    }

    /** One turn of a loop that waits for something since {@code start}. */
    static void spin(long start) {
        if (System.nanoTime() - start > PATIENCE) {
            System.err.println("order: a step was not reached in 60 s");
            System.exit(3);
        }
        Thread.onSpinWait();
        Thread.yield();
    }

    /** Fails the program unless what it relies on holds. */
    static void require(boolean holds) {
        if (!holds) {
            System.err.println("order: a condition of the program does not hold");
            System.exit(4);
        }
    }
}
