// Rule: the end of a thread -> another thread learns of it by getState.
//! clean
public class StateTerminated {
    static int value;

    public static void main(String[] args) {
        Thread thread = new Thread(() -> value = 1);
        thread.start();
        long start = System.nanoTime();
        while (thread.getState() != Thread.State.TERMINATED) {
            Order.spin(start);
        }
        value = 2;
    }
}
