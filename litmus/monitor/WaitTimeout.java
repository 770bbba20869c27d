// Rule: wait exits and re-enters the monitor; also when it times out.
//! clean
public class WaitTimeout {
    static int value;
    static int turns;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        value = 1;
                        while (turns == 0) {
                            lock.wait(1);
                        }
                        value = 3;
                    }
                },
                () -> {
                    Order.awaitBlocked(0);
                    synchronized (lock) {
                        value = 2;
                        turns = 1;
                    }
                });
    }
}
