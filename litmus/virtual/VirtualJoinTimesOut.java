// Rule: a timed join that times out gives no edge, of a virtual thread neither.
//! jdk 21
public class VirtualJoinTimesOut {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = Virtual.start(() -> {
            value = 1; //! race value write
            Order.reach(1);
            Order.await(2);
        });
        Order.await(1);
        thread.join(5);
        value = 2; //! race value write
        Order.reach(2);
        thread.join();
    }
}
