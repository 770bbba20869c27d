// Rule: virtual threads are threads: monitor exit -> later enter, while both share a carrier and
// give it up inside and between the blocks.
//! clean
//! jdk 21
public class VirtualMonitor {
    static final Object LOCK = new Object();
    static int value;

    static void add() {
        for (int i = 0; i < 20; i++) {
            synchronized (LOCK) {
                value++;
                Thread.yield();
                value++;
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) throws Exception {
        Virtual.shareOneCarrier();
        Thread first = Virtual.start(() -> add());
        Thread second = Virtual.start(() -> add());
        first.join();
        second.join();
    }
}
