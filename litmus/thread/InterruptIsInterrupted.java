// Rule: interrupt -> the interrupted thread's detection. By isInterrupted, called by the thread
// itself and by a third one.
//! clean
public class InterruptIsInterrupted {
    static int value;

    static void awaitInterrupted(Thread thread) {
        long start = System.nanoTime();
        while (!thread.isInterrupted()) {
            Order.spin(start);
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1;
                    Order.thread(1).interrupt();
                },
                () -> {
                    awaitInterrupted(Thread.currentThread());
                    int seen = value;
                    Order.await(1);
                },
                () -> {
                    awaitInterrupted(Order.thread(1));
                    int seen = value;
                    Order.reach(1);
                });
    }
}
