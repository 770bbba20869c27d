// Rule: a synchronized method holds the monitor of its object.
//! clean
public class SyncMethod {
    private int value;

    synchronized void add() {
        value++;
    }

    public static void main(String[] args) throws Exception {
        SyncMethod counter = new SyncMethod();
        Order.run(
                () -> {
                    counter.add();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    counter.add();
                    synchronized (counter) {
                        counter.value++;
                    }
                });
    }
}
