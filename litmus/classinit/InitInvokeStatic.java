// Rule: end of <clinit> -> every first active use: invokestatic.
//! clean
public class InitInvokeStatic {
    static class Lazy {
        static {
            value = 1;
        }

        static void touch() {}
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Lazy.touch();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Lazy.touch();
                    value = 2;
                });
    }
}
