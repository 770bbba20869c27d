import java.util.concurrent.Callable;

/**
 * A kernel's parameters, and how its time is taken. The arguments are {@code threads=N},
 * {@code size=N} (what that means, the kernel says), {@code warm-up=MILLISECONDS}, and {@code rounds=N} and {@code time=MILLISECONDS},
 * both of which the measured rounds last at least; each may be left out.
 */
final class Kernel {
    final Workers workers;
    final int size;
    private final int warmUpMillis;
    private final int rounds;
    private final int millis;

    Kernel(String[] arguments, int usualSize) {
        workers = new Workers(argument(arguments, "threads", 2));
        size = argument(arguments, "size", usualSize);
        warmUpMillis = argument(arguments, "warm-up", 0);
        rounds = argument(arguments, "rounds", 1);
        millis = argument(arguments, "time", 0);
        for (String argument : arguments) {
            if (!argument.matches("(threads|size|warm-up|rounds|time)=[0-9]+")) {
                throw new IllegalArgumentException(argument + " is not KEY=NUMBER with a key that kernels know");
            }
        }
    }

    private static int argument(String[] arguments, String key, int usual) {
        for (String argument : arguments) {
            if (argument.startsWith(key + "=")) {
                return Integer.parseInt(argument.substring(key.length() + 1));
            }
        }
        return usual;
    }

    /** Repeats {@code round} to get warm, then to be measured, and prints what a round took and its result: always the same. */
    void measure(Callable<Long> round) throws Exception {
        long begin = System.nanoTime();
        while (millisSince(begin) < warmUpMillis) {
            round.call();
        }
        begin = System.nanoTime();
        long result = round.call();
        int done = 1;
        while (done < rounds || millisSince(begin) < millis) {
            require(round.call() == result, "every round has the same result");
            done++;
        }
        long micros = (System.nanoTime() - begin) / 1000;
        System.out.println("rounds " + done);
        System.out.println("micros " + micros);
        System.out.println("result " + result);
    }

    private static long millisSince(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }

    /** For what a kernel knows of its own result. */
    static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException("not so: " + what);
        }
    }
}
