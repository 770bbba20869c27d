// Rule: virtual threads are threads: two of them on one carrier are not ordered by it.
//! jdk 21
public class VirtualRace {
    static int value;

    public static void main(String[] args) throws Exception {
        Virtual.shareOneCarrier();
        Order.prepare();
        Thread first = Virtual.start(() -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        Thread second = Virtual.start(() -> {
            Order.await(1);
            value = 2; //! race value write
        });
        first.join();
        second.join();
    }
}
