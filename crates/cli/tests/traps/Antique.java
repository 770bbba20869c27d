/**
 * Only what class files of Java 1.1 could say: no class literals, no lambdas, no generics. The test
 * lowers its version and removes its frames.
 */
public final class Antique implements Runnable {
    private static int total;
    private static final Object LOCK = new Object();
    private int value;
    private volatile int stamp;
    private int[] data = new int[8];
    private long wide = 5L;
    private Antique[] others = new Antique[2];

    private final int turn;

    private Antique(int turn) {
        this.turn = turn;
    }

    public static void main(String[] args) throws InterruptedException {
        Antique antique = new Antique(0);
        int sum = 0;
        for (int i = 0; i < 3000; i++) {
            sum += antique.step(i);
        }
        antique.caught(null);
        antique.others[1] = antique;
        Antique[] pair = {new Antique(1), antique};
        for (int i = 0; i < pair.length; i++) {
            pair[i].others[0] = pair[1 - i];
            sum += pair[i].others[0].data[3];
        }
        Thread thread = new Thread(antique);
        thread.start();
        thread.join();
        System.out.println(sum + " " + total + " " + antique.stamp + " " + antique.wide);
    }

    public void run() {
        synchronized (LOCK) {
            value = value > 3 ? 4 : 5;
            total += value;
        }
        guarded(3);
    }

    private int step(int i) {
        try {
            data[i & 7] += i;
            switch (i % 7) {
                case 0:
                    value++;
                    break;
                case 3:
                    stamp = i;
                    break;
                case 5:
                    return data[9];
                default:
                    wide += data[i % 8];
            }
            return i % 3 == 0 ? value : data[1];
        } catch (ArrayIndexOutOfBoundsException e) {
            value += 2;
            return 1;
        } finally {
            synchronized (this) {
                total++;
            }
        }
    }

    private synchronized void guarded(int n) {
        while (n-- > 0) {
            value += n;
            if (value > 1000 && n == 1) {
                synchronized (LOCK) {
                    total += value;
                }
            }
        }
    }

    private void caught(Antique nothing) {
        try {
            nothing.value = 3;
        } catch (NullPointerException e) {
            total += 7;
        }
    }
}
