// Rule: a timed join that times out gives no edge.
public class JoinTimedOut {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = new Thread(() -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
        });
        thread.start();
        Order.await(1);
        thread.join(5);
        value = 2; //! race value write
        Order.reach(2);
        thread.join();
    }
}
