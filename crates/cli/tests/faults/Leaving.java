import java.util.concurrent.atomic.AtomicInteger;

/** Threads race without end, some of them daemons, while one of them ends the JVM, after all have begun. */
public final class Leaving {
    private static final int THREADS = 4;
    private static final AtomicInteger begun = new AtomicInteger();
    private static int value;
    private static final int[] elements = new int[64];

    public static void main(String[] args) {
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(Leaving::race);
            thread.setDaemon(i % 2 == 0);
            thread.start();
        }
    }

    private static void race() {
        for (int i = 0;; i++) {
            value += i;
            elements[i & 63]++;
            if (i == 0) {
                begun.incrementAndGet();
            }
            if (value > 0 && i > 10_000 && begun.get() == THREADS) {
                System.exit(0);
            }
        }
    }
}
