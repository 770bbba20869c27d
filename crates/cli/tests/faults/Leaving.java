/** Threads race without end, some of them daemons, while one of them ends the JVM. */
public final class Leaving {
    private static int value;
    private static final int[] elements = new int[64];

    public static void main(String[] args) {
        for (int i = 0; i < 4; i++) {
            Thread thread = new Thread(Leaving::race);
            thread.setDaemon(i % 2 == 0);
            thread.start();
        }
    }

    private static void race() {
        for (int i = 0;; i++) {
            value += i;
            elements[i & 63]++;
            if (value > 0 && i > 10_000) {
                System.exit(0);
            }
        }
    }
}
