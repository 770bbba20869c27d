// Rule: end of <clinit>: a thread that uses the class while it initializes it itself goes on; the
// other thread is ordered after the end only.
//! clean
public class InitRecursive {
    static class Lazy {
        static final Lazy ONLY = new Lazy();
        static int late = 5;
        int early;

        Lazy() {
            early = late + 1;
        }
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.require(Lazy.ONLY.early == 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(Lazy.ONLY.early == 1);
                    Order.require(Lazy.late == 5);
                });
    }
}
