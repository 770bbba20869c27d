// Rule: last action of a thread -> join returning; also a timed join of a thread that has ended.
//! clean
public class JoinTimedEnded {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Thread thread = new Thread(() -> {
            value = 1;
            Order.reach(1);
        });
        thread.start();
        Order.await(1);
        thread.join(60_000, 1);
        value = 2;
    }
}
