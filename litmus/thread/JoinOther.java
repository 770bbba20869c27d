// Rule: last action of a thread -> join returning, of that thread only.
public class JoinOther {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread writer = new Thread(() -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        Thread other = new Thread(() -> Order.await(1));
        writer.start();
        other.start();
        other.join();
        int seen = value; //! race value read
        writer.join();
    }
}
