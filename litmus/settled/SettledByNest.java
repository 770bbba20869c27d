// Rule: a private field that the constructor writes and a nest mate too.
public class SettledByNest {
    private long value;

    SettledByNest() {
        value = 1;
    }

    static class Mate {
        void write(SettledByNest object) {
            object.value = 2; //! race value write
        }
    }

    long get() {
        return value; //! race value read
    }

    public static void main(String[] args) throws Exception {
        SettledByNest shared = new SettledByNest();
        Mate mate = new Mate();
        Order.run(
                () -> {
                    shared.get();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    mate.write(shared);
                });
    }
}
