// Rule: wait exits and re-enters the monitor.
//! clean
public class WaitNotify {
    static boolean ready;
    static int request;
    static int answer;

    public static void main(String[] args) throws Exception {
        Object lock = new Object();
        Order.run(
                () -> {
                    synchronized (lock) {
                        request = 1;
                        while (!ready) {
                            lock.wait();
                        }
                        int seen = answer;
                    }
                },
                () -> {
                    Order.awaitBlocked(0);
                    synchronized (lock) {
                        answer = request + 1;
                        ready = true;
                        lock.notifyAll();
                    }
                });
    }
}
