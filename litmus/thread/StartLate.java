// Rule: Thread.start -> first action of the started thread; what follows start is not ordered.
public class StartLate {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = new Thread(() -> {
            Order.await(1);
            int seen = value; //! race value read
        });
        thread.start();
        value = 1; //! race value write
        Order.reach(1);
        thread.join();
    }
}
