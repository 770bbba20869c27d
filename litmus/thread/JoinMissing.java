// Rule: last action of a thread -> join returning; without join the end of a thread orders nothing.
public class JoinMissing {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = new Thread(() -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        thread.start();
        Order.await(1);
        value = 2; //! race value write
        thread.join();
    }
}
