/** Counts in a static field. */
public final class Counter implements Runnable {
    private static int count;

    @Override
    public void run() {
        count++;
    }
}
