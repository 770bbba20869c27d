// Rule: volatile write -> every later read, back and forth between two threads.
//! clean
public class VolatilePingPong {
    static int value;
    static volatile int turn;

    static void play(int parity) {
        for (int round = parity; round < 40; round += 2) {
            long start = System.nanoTime();
            while (turn != round) {
                Order.spin(start);
            }
            value++;
            turn = round + 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(() -> play(0), () -> play(1));
    }
}
