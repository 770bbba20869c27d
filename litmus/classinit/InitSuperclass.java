// Rule: end of <clinit> -> every first active use; initializing a class initializes its superclass
// first, and a later use of the superclass is ordered after that.
//! clean
public class InitSuperclass {
    static class Base {
        static {
            value = 1;
        }

        static void touch() {}
    }

    static class Derived extends Base {
        static int own = 1;
    }

    static int value;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    int seen = Derived.own;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Base.touch();
                    value = 2;
                });
    }
}
