/** Two threads that nothing orders. */
final class Together {
    private Together() {}

    static void run(Runnable one, Runnable two) {
        Thread first = new Thread(one);
        Thread second = new Thread(two);
        first.start();
        second.start();
        try {
            first.join();
            second.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
