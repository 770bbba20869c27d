// Rule: program order alone does not order two threads: the constructor hands out `this` before it
// writes a field; the volatile write orders only what came before it.
public class ConstructorLeak {
    static volatile ConstructorLeak last;
    int early;
    int late;

    ConstructorLeak() {
        early = 1;
        last = this;
        late = 1; //! race late write
        Order.reach(1);
        Order.await(2);
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    new ConstructorLeak();
                },
                () -> {
                    Order.await(1);
                    ConstructorLeak leaked = last;
                    int seen = leaked.early;
                    seen = leaked.late; //! race late read
                    Order.reach(2);
                });
    }
}
