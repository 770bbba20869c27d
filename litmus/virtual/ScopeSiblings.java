// Rule: StructuredTaskScope: fork -> subtask -> join; two subtasks are not ordered, nor the owner before it joins.
//! jdk 21
public class ScopeSiblings {
    static int siblings;
    static int early;

    public static void main(String[] args) throws Exception {
        Order.prepare();
        Scope scope = new Scope();
        scope.fork(() -> {
            siblings = 1; //! race siblings write
            early = 1; //! race early write
            Order.reach(1);
        });
        scope.fork(() -> {
            Order.await(1);
            siblings = 2; //! race siblings write
        });
        Order.await(1);
        early = 2; //! race early write
        scope.join();
        scope.close();
    }
}
