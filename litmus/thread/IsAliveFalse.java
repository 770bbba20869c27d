// Rule: last action of a thread -> isAlive() == false.
//! clean
public class IsAliveFalse {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = new Thread(() -> {
            value = 1;
        });
        thread.start();
        long start = System.nanoTime();
        while (thread.isAlive()) {
            Order.spin(start);
        }
        value = 2;
    }
}
