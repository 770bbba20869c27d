// Rule: interrupt -> the interrupted thread's detection. By Thread.interrupted, compiled too.
//! clean
public class InterruptInterrupted {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.await(1);
                    value = 1;
                    Order.thread(1).interrupt();
                },
                () -> {
                    for (int i = 0; i < 20_000; i++) {
                        Order.require(!Thread.interrupted());
                    }
                    Order.reach(1);
                    long start = System.nanoTime();
                    while (!Thread.interrupted()) {
                        Order.spin(start);
                    }
                    value = 2;
                });
    }
}
