// Rule: interrupt -> the interrupted thread's detection, of a virtual thread.
//! clean
//! jdk 21
public class VirtualInterrupt {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = Virtual.start(() -> {
            try {
                Thread.sleep(60_000);
                Order.require(false);
            } catch (InterruptedException expected) {
                value = 2;
            }
        });
        Order.awaitBlocked(thread);
        value = 1;
        thread.interrupt();
        thread.join();
    }
}
