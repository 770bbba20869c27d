/** Makes the JVM collect what is unreachable. */
public final class Garbage {
    private Garbage() {}

    /** Collects until a finalizer or cleaning action has reached the step. */
    static void collectUntil(int step) {
        long start = System.nanoTime();
        while (!Order.isReached(step)) {
            System.gc();
            Order.spin(start);
        }
    }
}
