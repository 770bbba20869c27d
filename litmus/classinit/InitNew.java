// Rule: end of <clinit> -> every first active use: new.
//! clean
public class InitNew {
    static class Lazy {
        static {
            value = 1;
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    new Lazy();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    new Lazy();
                    value = 2;
                });
    }
}
