// Rule: join. Many short threads, each joined before the next starts, are ordered one after the
// other; then two threads that nothing orders race.
public class SlotReuse {
    static int value;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 300; i++) {
            Thread thread = new Thread(() -> {
                value++;
            });
            thread.start();
            thread.join();
        }
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 2; //! race value write
                });
    }
}
