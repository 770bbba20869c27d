import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Two threads race on {@code value}, one after the other in real time and without any order; then the
 * program ends in the way that its first argument names.
 */
public final class Racy {
    private static final VarHandle STEP = MethodHandles.arrayElementVarHandle(int[].class);
    private static final int[] steps = new int[1];

    private int value;
    private int[] elements = new int[4];

    public static void main(String[] args) throws Exception {
        Racy racy = new Racy();
        reach(0);
        await(0);
        Thread first = new Thread(() -> racy.write(1), "first");
        Thread second = new Thread(() -> racy.write(2), "second");
        first.start();
        second.start();
        first.join();
        second.join();
        if (args.length > 1) {
            racy.elements(Integer.parseInt(args[1]));
        }
        System.out.println("raced");
        end(args.length > 0 ? args[0] : "return");
    }

    private void write(int turn) {
        await(turn - 1);
        value = turn;
        reach(turn);
    }

    /** As many more races, on elements, in code of their own each. */
    private void elements(int races) throws InterruptedException {
        Thread first = new Thread(() -> {
            await(2);
            elements[0] = 1;
            elements[1] = 1;
            elements[2] = 1;
            reach(3);
        });
        Thread second = new Thread(() -> {
            await(3);
            elements[0] = 2;
            if (races > 1) {
                elements[1] = 2;
            }
            if (races > 2) {
                elements[2] = 2;
            }
        });
        first.start();
        second.start();
        first.join();
        second.join();
    }

    private static void end(String how) throws Exception {
        switch (how) {
            case "return":
                return;
            case "exit-0":
                exitFromAnotherThread(0);
                break;
            case "exit-3":
                exitFromAnotherThread(3);
                break;
            case "halt-0":
                Runtime.getRuntime().halt(0);
                break;
            case "halt-4":
                Runtime.getRuntime().halt(4);
                break;
            case "throw":
                throw new IllegalStateException("uncaught");
            case "daemon":
                Thread daemon = new Thread(Racy::forever);
                daemon.setDaemon(true);
                daemon.start();
                return;
            case "last-thread":
                new Thread(() -> {
                    throw new IllegalStateException("in the last thread");
                }).start();
                return;
            case "hook":
                Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
                return;
            case "forever":
                System.out.println(ProcessHandle.current().pid());
                forever();
                break;
            default:
                throw new IllegalArgumentException(how);
        }
    }

    private static void exitFromAnotherThread(int status) throws InterruptedException {
        Thread thread = new Thread(() -> System.exit(status));
        thread.start();
        thread.join();
    }

    private static void forever() {
        while (true) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    private static void reach(int step) {
        STEP.setOpaque(steps, 0, step);
    }

    private static void await(int step) {
        while ((int) STEP.getOpaque(steps, 0) < step) {
            Thread.onSpinWait();
            Thread.yield();
        }
    }
}
