// Rule: virtual threads are threads: program order holds across sleeps, whatever the carrier.
//! clean
//! jdk 21
public class VirtualMoves {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[20];
        for (int i = 0; i < threads.length; i++) {
            Box mine = new Box();
            threads[i] = Virtual.start(() -> {
                for (int round = 0; round < 5; round++) {
                    mine.value++;
                    Thread.sleep(1);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
