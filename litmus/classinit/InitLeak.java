// Rule: end of <clinit> -> every first active use: a thread that gets an object from within the
// initializer and does not use the class is not ordered.
public class InitLeak {
    static class Lazy {
        static final int[] TABLE = new int[2];

        static {
            TABLE[0] = 1; //! race cell write
            Publication.publish(TABLE);
            Order.reach(1);
            Order.await(2);
        }

        static void touch() {}
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> Lazy.touch(),
                () -> {
                    Order.await(1);
                    int seen = ((int[]) Publication.published())[0]; //! race cell read
                    Order.reach(2);
                });
    }
}
