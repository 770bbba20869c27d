// Rule: interrupt -> the interrupted thread's detection. By an InterruptedException of sleep.
//! clean
public class InterruptSleep {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    value = 1;
                    Order.thread(1).interrupt();
                },
                () -> {
                    try {
                        Thread.sleep(60_000);
                        Order.require(false);
                    } catch (InterruptedException expected) {
                        value = 2;
                    }
                });
    }
}
