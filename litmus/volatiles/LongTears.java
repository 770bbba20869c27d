// Rule: long and double that are not volatile may tear: a race on one is said to be so.
public class LongTears {
    static long wide;
    static double real;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    wide = -1L; //! race wide write
                    real = 0.5; //! race real write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    long seen = wide; //! race wide read
                    double half = real; //! race real read
                });
    }
}
