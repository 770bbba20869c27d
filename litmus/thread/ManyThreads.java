// Rule: start and join. A hundred threads alive at once, each with its own element; then main
// reads all of them.
//! clean
public class ManyThreads {
    public static void main(String[] args) throws Exception {
        Order.prepare();
        int[] cells = new int[100];
        Thread[] threads = new Thread[cells.length];
        for (int i = 0; i < threads.length; i++) {
            int mine = i;
            threads[i] = new Thread(() -> {
                Order.await(1);
                cells[mine]++;
            });
            threads[i].start();
        }
        Order.reach(1);
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += cells[i];
        }
        Order.require(sum == 100);
    }
}
