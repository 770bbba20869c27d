// Rule: end of <clinit> -> every first active use; a static field written again after the
// initialization is not ordered.
public class InitStaticFieldLater {
    static class State {
        static int value = 1;
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    State.value = 2; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = State.value; //! race value read
                });
    }
}
