// Rule: interrupt -> the interrupted virtual thread finds that it is.
//! clean
//! jdk 21
public class VirtualSeesInterrupt {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = Virtual.start(() -> {
            Order.reach(1);
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            value = 2;
        });
        Order.await(1);
        value = 1;
        thread.interrupt();
        thread.join();
    }
}
