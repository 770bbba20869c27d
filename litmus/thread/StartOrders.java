// Rule: Thread.start -> first action of the started thread.
//! clean
public class StartOrders {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = new Thread(() -> {
            int seen = value;
        });
        value = 1;
        thread.start();
        thread.join();
    }
}
