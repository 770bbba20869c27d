// Rule: StructuredTaskScope: what a subtask did that the join did not wait for -> close.
//! clean
//! jdk 21
public class ScopeClose {
    static int value;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Scope scope = Scope.ofFirst();
        scope.fork(() -> {
            Order.reach(1);
            Order.await(2);
            value = 1;
        });
        scope.fork(() -> Order.await(1));
        scope.join();
        Order.reach(2);
        scope.close();
        value = 2;
    }
}
