// Rule: last action of a thread -> isAlive() == false; isAlive() == true gives no edge.
public class IsAliveTrue {
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
        Order.require(thread.isAlive());
        value = 2; //! race value write
        Order.reach(2);
        thread.join();
    }
}
