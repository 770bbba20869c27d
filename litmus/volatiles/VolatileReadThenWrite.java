// Rule: volatile write -> every later read; a read gives no edge to a later write.
public class VolatileReadThenWrite {
    static int value;
    static volatile int turn;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    int seen = turn;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    turn = 2;
                    value = 2; //! race value write
                });
    }
}
