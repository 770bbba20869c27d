// Rule: interrupt -> the interrupted thread's detection; an interrupt that is not detected gives
// no edge.
public class InterruptUnseen {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    value = 1; //! race value write
                    Order.thread(1).interrupt();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    value = 2; //! race value write
                });
    }
}
