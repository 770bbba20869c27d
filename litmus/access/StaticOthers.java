// Rule: two static fields are two locations.
//! clean
public class StaticOthers {
    static byte left;
    static byte right;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    left = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    right = 2;
                });
    }
}
