// Rule: virtual threads are threads: one of them races with a platform thread.
//! jdk 21
public class VirtualAndPlatform {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = Virtual.start(() -> {
            value = 1; //! race value write
            Order.reach(1);
        });
        Order.await(1);
        value = 2; //! race value write
        thread.join();
    }
}
