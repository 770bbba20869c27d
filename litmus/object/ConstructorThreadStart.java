// Rule: Thread.start -> first action: a constructor that starts a thread before its last write.
public class ConstructorThreadStart {
    int early;
    int late;

    ConstructorThreadStart() {
        early = 1;
        Thread thread = new Thread(() -> {
            Order.await(1);
            int seen = early;
            seen = late; //! race late read
        });
        thread.start();
        late = 1; //! race late write
        Order.reach(1);
    }

    public static void main(String[] args) throws Exception {
        Order.prepare();
        new ConstructorThreadStart();
    }
}
