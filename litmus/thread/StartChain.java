// Rule: Thread.start -> first action of the started thread, and the order is transitive.
//! clean
public class StartChain {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(() -> {
            value = 1;
            Thread middle = new Thread(() -> {
                Thread last = new Thread(() -> {
                    value = 2;
                });
                last.start();
            });
            middle.start();
        });
    }
}
