// Rule: end of <clinit> -> every first active use: an interface with a default method is
// initialized with the classes that implement it, another one when its field is read.
//! clean
public class InitInterface {
    interface Constants {
        int[] TABLE = {1, 2, 3};
    }

    interface WithDefault {
        int[] TABLE = fill();

        default int second() {
            return TABLE[1];
        }
    }

    static class Implementation implements WithDefault {}

    static int filled;

    static int[] fill() {
        filled = 1;
        return new int[] {4, 5, 6};
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    new Implementation();
                    Order.require(Constants.TABLE[1] == 2);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    new Implementation();
                    filled = 2;
                    Order.require(new Implementation().second() == 5);
                    Order.require(Constants.TABLE[2] == 3);
                });
    }
}
