// Rule: interrupt -> the interrupted thread's detection; a false answer of isInterrupted or
// interrupted gives no edge.
public class InterruptNotYet {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.thread(2).interrupt();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(!Thread.currentThread().isInterrupted());
                    Order.require(!Thread.interrupted());
                    value = 2; //! race value write
                    Order.reach(2);
                },
                () -> Order.await(2));
    }
}
