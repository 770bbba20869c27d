// Rule: volatile write -> every later read; a read before the write gets no edge.
public class VolatileEarlyRead {
    static int value;
    static volatile boolean ready;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.await(1);
                    value = 1; //! race value write
                    ready = true;
                    Order.reach(2);
                },
                () -> {
                    Order.require(!ready);
                    Order.reach(1);
                    Order.await(2);
                    value = 2; //! race value write
                });
    }
}
