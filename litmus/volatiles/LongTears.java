// Rule: long and double that are not volatile may tear: a race on one is said to be so.
public class LongTears {
    static long wide;
    static double real;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    wide = -1L; //! race wide write tears
                    real = 0.5; //! race real write tears
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    long seen = wide; //! race wide read tears
                    double half = real; //! race real read tears
                });
    }
}
