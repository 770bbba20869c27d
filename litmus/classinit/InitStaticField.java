// Rule: end of <clinit> -> every first active use: getstatic and putstatic of a field that is not
// final, written by the initializer.
//! clean
public class InitStaticField {
    static class Read {
        static int value = 1;
    }

    static class Written {
        static int value = 1;

        static void touch() {}
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    int seen = Read.value;
                    Written.touch();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = Read.value;
                    Written.value = 2;
                });
    }
}
