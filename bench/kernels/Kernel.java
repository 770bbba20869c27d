import java.util.concurrent.Callable;

/**
 * A kernel's parameters, and how its time is taken. The arguments are {@code threads=N},
 * {@code size=N} (what that means, the kernel says), {@code warm-up=MILLISECONDS} and {@code rounds=N}; each may be left out.
 */
final class Kernel {
    final Workers workers;
    final int size;
    private final int warmUpMillis;
    private final int rounds;

    Kernel(String[] arguments, int usualSize) {
        workers = new Workers(argument(arguments, "threads", 2));
        size = argument(arguments, "size", usualSize);
        warmUpMillis = argument(arguments, "warm-up", 0);
        rounds = argument(arguments, "rounds", 1);
        for (String argument : arguments) {
            if (!argument.matches("(threads|size|warm-up|rounds)=[0-9]+")) {
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

    /** Repeats {@code round} to get warm, then the measured times, and prints their time and checksum. */
    void measure(Callable<Long> round) throws Exception {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < warmUpMillis * 1_000_000L) {
            round.call();
        }
        long checksum = 0;
        long start = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
            checksum = 31 * checksum + round.call();
        }
        long nanos = System.nanoTime() - start;
        System.out.println("time-ms " + nanos / 1_000_000);
        System.out.println("result " + checksum);
    }

    /** For what a kernel knows of its own result. */
    static void require(boolean condition, String what) {
        if (!condition) {
            throw new IllegalStateException("not so: " + what);
        }
    }
}
