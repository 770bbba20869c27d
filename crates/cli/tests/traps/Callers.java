import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two fields, each written by one thread and then by the other, in that order without being ordered: one
 * field once, after which the first thread does much else; the other field again and again.
 */
public final class Callers {
    private static final int ROUNDS = 50;

    private static int once;
    private static int often;

    private static int turn;
    private static final VarHandle TURN = turn();

    private static VarHandle turn() {
        try {
            return MethodHandles.lookup().findStaticVarHandle(Callers.class, "turn", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new AssertionError(impossible);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // Linked here: threads that link a variable handle's methods at once are ordered by the JDK's own maps.
        await(0);
        TURN.setOpaque(0);
        Thread other = new Thread(Callers::other, "other");
        other.start();
        for (int round = 0; round < ROUNDS; round++) {
            await(2 * round + 1);
            later();
            TURN.setOpaque(2 * round + 2);
        }
        setOnce();
        other.join();
    }

    private static void other() {
        setOnce();
        for (int round = 0; round < ROUNDS; round++) {
            await(2 * round);
            earlier();
            TURN.setOpaque(2 * round + 1);
        }
    }

    private static void earlier() {
        setOften();
    }

    private static void later() {
        setOften();
    }

    private static void setOnce() {
        once = 1;
    }

    private static void setOften() {
        often = 1;
    }

    private static void await(int wanted) {
        while ((int) TURN.getOpaque() != wanted) {
            Thread.onSpinWait();
        }
    }
}
