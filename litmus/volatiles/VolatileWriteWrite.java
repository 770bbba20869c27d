// Rule: volatile write -> every later read; a volatile write gets no edge from an earlier write.
public class VolatileWriteWrite {
    static int value;
    static volatile int turn;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    turn = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    turn = 2;
                    value = 2; //! race value write
                });
    }
}
