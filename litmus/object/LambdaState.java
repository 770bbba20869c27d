// Rule: program order alone does not order two threads: a lambda that both threads call writes what
// it captured.
public class LambdaState {
    public static void main(String[] args) throws Exception {
        int[] captured = new int[1];
        Order.Body set = () -> captured[0] = 1; //! race cell write write
        Order.run(
                () -> {
                    set.run();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    set.run();
                });
    }
}
