// Rule: Thread.start orders the starter before the started thread, not two started threads.
public class StartSiblings {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread first = new Thread(() -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        first.start();
        Order.await(1);
        Thread second = new Thread(() -> {
            int seen = value; //! race value read
        });
        second.start();
        first.join();
        second.join();
    }
}
