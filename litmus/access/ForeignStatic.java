// Rule: a static field of a class of another file.
public class ForeignStatic {
    public static void main(String[] args) throws Exception {
        ForeignState.count = 0;
        Order.run(
                () -> {
                    ForeignState.count = 1; //! race count write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    ForeignState.count = 2; //! race count write
                });
    }
}
