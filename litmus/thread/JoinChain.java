// Rule: last action of a thread -> join returning, and the order is transitive.
//! clean
public class JoinChain {
    static int value;

    public static void main(String[] args) throws Exception {
        Thread outer = new Thread(() -> Order.orFail(() -> {
            Thread inner = new Thread(() -> {
                value = 1;
            });
            inner.start();
            inner.join();
        }));
        outer.start();
        outer.join();
        value = 2;
    }
}
