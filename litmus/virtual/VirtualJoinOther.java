// Rule: the end of a virtual thread -> join: of what its carrier did for other virtual threads a join tells nothing.
//! jdk 21
public class VirtualJoinOther {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Virtual.shareOneCarrier();
        Virtual.start(() -> {}).join();
        Order.Body other = () -> Order.reach(1);
        Thread joined = Virtual.start(() -> {
            while (!Order.isReached(1)) {
                Thread.sleep(1);
            }
        });
        Order.run(
                () -> {
                    Order.awaitBlocked(1);
                    value = 1; //! race value write
                    Virtual.start(other);
                },
                () -> {
                    joined.join();
                    value = 2; //! race value write
                });
    }
}
