// Rule: as ConstructorLeak, but the other thread reads the field before the constructor writes it.
public class ConstructorLeakRead {
    static volatile ConstructorLeakRead last;
    int late;

    ConstructorLeakRead() {
        last = this;
        Order.reach(1);
        Order.await(2);
        late = 1; //! race late write
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    new ConstructorLeakRead();
                },
                () -> {
                    Order.await(1);
                    int seen = last.late; //! race late read
                    Order.reach(2);
                });
    }
}
