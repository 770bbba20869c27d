// Rule: StructuredTaskScope: fork -> subtask -> join.
//! clean
//! jdk 21
public class ScopeJoin {
    static int forked;
    static int joined;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Scope scope = new Scope();
        forked = 1;
        scope.fork(() -> {
            forked = 2;
            joined = 1;
        });
        scope.join();
        joined = 2;
        forked = 3;
        scope.close();
    }
}
