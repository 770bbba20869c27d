// Rule: last action of a thread -> join returning.
//! clean
public class JoinOrders {
    static int value;

    public static void main(String[] args) throws Exception {
        Thread thread = new Thread(() -> {
            value = 1;
        });
        thread.start();
        thread.join();
        value = 2;
    }
}
