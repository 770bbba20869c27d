// Rule: volatile write -> every later read, also when another thread wrote in between: both
// writers are ordered before the reader.
//! clean
public class VolatileTwoWriters {
    static int first;
    static int second;
    static volatile int turn;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    first = 1;
                    turn = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    second = 1;
                    turn = 2;
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    Order.require(turn == 2);
                    first = 2;
                    second = 2;
                });
    }
}
