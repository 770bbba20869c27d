import java.lang.instrument.ClassDefinition;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.security.ProtectionDomain;
import java.util.concurrent.locks.ReentrantLock;

/** An agent of its own, such as a coverage tool's, transforms this class as it loads and twice again. */
public final class Redefined {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int[] steps = new int[1];
    private static volatile int stamp;
    private static Instrumentation instrumentation;

    private int value;
    private final int[] elements = new int[3];

    public static void premain(String options, Instrumentation given) {
        instrumentation = given;
        given.addTransformer(new Copying(), true);
    }

    static final class Copying implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] bytes) {
            return "Redefined".equals(name) ? bytes.clone() : null;
        }
    }

    public static void main(String[] args) throws Exception {
        Redefined object = new Redefined();
        STEP.setOpaque(steps, 0, 0);
        instrumentation.retransformClasses(Redefined.class);
        byte[] bytes = Redefined.class.getResourceAsStream("Redefined.class").readAllBytes();
        instrumentation.redefineClasses(new ClassDefinition(Redefined.class, bytes));
        instrumentation.retransformClasses(Thread.class, Class.class, ReentrantLock.class);
        Thread first = new Thread(() -> object.write(0));
        Thread second = new Thread(() -> object.write(1));
        first.start();
        second.start();
        first.join();
        second.join();
        System.out.println("raced");
    }

    private void write(int turn) {
        while ((int) STEP.getOpaque(steps, 0) < turn) {
            Thread.yield();
        }
        value = turn;
        elements[1] = turn;
        stamp = turn;
        STEP.setOpaque(steps, 0, turn + 1);
    }
}
