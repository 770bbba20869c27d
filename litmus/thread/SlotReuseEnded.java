// Rule: join. A write of a thread that has ended but was never joined races with one that comes
// much later, after many threads have come and gone.
public class SlotReuseEnded {
    static int value;
    static int other;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        new Thread(() -> {
            value = 1; //! race value write
            Order.reach(1);
        }).start();
        Order.await(1);
        for (int i = 0; i < 300; i++) {
            Thread thread = new Thread(() -> {
                other++;
            });
            thread.start();
            thread.join();
        }
        value = 2; //! race value write
    }
}
