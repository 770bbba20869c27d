import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two threads read the field of an object, then one of them clones it and the other reads the clone's field, with nothing that orders
 * them: what is known of the first read must not pass for the last.
 */
public final class ClonedReads implements Cloneable {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(ClonedReads[].class);
    private static final int[] STEPS = new int[1];
    private static final ClonedReads[] SLOTS = new ClonedReads[1];

    private int value;

    private ClonedReads copy() {
        try {
            return (ClonedReads) super.clone();
        } catch (CloneNotSupportedException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static void reach(int step) {
        STEP.setOpaque(STEPS, 0, step);
    }

    private static void await(int step) {
        while ((int) STEP.getOpaque(STEPS, 0) < step) {
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ClonedReads original = new ClonedReads();
        original.value = 1;
        // Links the accesses before there are threads that this would order.
        reach(0);
        await(0);
        SLOT.setOpaque(SLOTS, 0, (ClonedReads) SLOT.getOpaque(SLOTS, 0));
        Thread cloner = new Thread(() -> {
            int seen = original.value;
            reach(1);
            await(2);
            SLOT.setOpaque(SLOTS, 0, original.copy());
            reach(3);
        });
        Thread reader = new Thread(() -> {
            await(1);
            int seen = original.value;
            reach(2);
            await(3);
            ClonedReads clone = (ClonedReads) SLOT.getOpaque(SLOTS, 0);
            seen = clone.value;
        });
        cloner.start();
        reader.start();
        cloner.join();
        reader.join();
    }
}
