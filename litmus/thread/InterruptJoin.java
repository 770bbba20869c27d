// Rule: interrupt -> the interrupted thread's detection. By an InterruptedException of join.
//! clean
public class InterruptJoin {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    value = 1;
                    Order.thread(1).interrupt();
                    Order.await(1);
                },
                () -> {
                    try {
                        Order.thread(0).join();
                        Order.require(false);
                    } catch (InterruptedException expected) {
                        value = 2;
                        Order.reach(1);
                    }
                });
    }
}
