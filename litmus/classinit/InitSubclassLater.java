// Rule: end of <clinit> -> every first active use: a thread that initializes a subclass finds the
// superclass initialized and is ordered after that.
//! clean
public class InitSubclassLater {
    static class Base {
        static {
            value = 1;
        }

        static void touch() {}
    }

    static class Derived extends Base {
        static int seen = value;
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Base.touch();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    new Derived();
                    value = 2;
                });
    }
}
