// Rule: wait exits and re-enters the monitor; also when it times out.
//! clean
public class WaitTimeout {
    static int value;
    static int turns;
    static int precise;
    static int preciseTurns;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Object other = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        value = 1;
                        while (turns == 0) {
                            lock.wait(1);
                        }
                        value = 3;
                    }
                    synchronized (other) {
                        Order.reach(1);
                        precise = 1;
                        while (preciseTurns == 0) {
                            other.wait(0, 1);
                        }
                        precise = 3;
                    }
                },
                () -> {
                    Order.awaitBlocked(0);
                    synchronized (lock) {
                        value = 2;
                        turns = 1;
                    }
                    Order.await(1);
                    synchronized (other) {
                        precise = 2;
                        preciseTurns = 1;
                    }
                });
    }
}
