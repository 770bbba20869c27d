import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Method;

/** Virtual threads, started by reflection so that an older compiler takes this. */
public final class Virtual {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int[] steps = new int[1];
    private static int count;
    private static int racy;

    public static void main(String[] args) throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        STEP.setOpaque(steps, 0, 0);
        STEP.getOpaque(steps, 0);
        for (int i = 0; i < 100_000; i++) {
            ((Thread) start.invoke(null, (Runnable) () -> count++)).join();
        }
        Thread first = (Thread) start.invoke(null, (Runnable) () -> {
            racy = 1;
            STEP.setOpaque(steps, 0, 1);
        });
        Thread second = (Thread) start.invoke(null, (Runnable) () -> {
            while ((int) STEP.getOpaque(steps, 0) == 0) {
                Thread.yield();
            }
            racy = 2;
        });
        first.join();
        second.join();
        System.out.println(count);
    }
}
