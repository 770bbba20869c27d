// Rule: end of <clinit> -> every first active use: Class.forName.
//! clean
public class InitForName {
    static class Lazy {
        static {
            value = 1;
        }
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Class.forName("InitForName$Lazy");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Class.forName("InitForName$Lazy");
                    value = 2;
                });
    }
}
