// Rule: a field that the constructor writes and another class too. Whoever has read it races with that.
public class SettledByOther {
    static class Writer {
        static void write(SettledByOther object) {
            object.value = 2; //! race value write
        }
    }

    int value;

    SettledByOther() {
        value = 1;
    }

    int get() {
        return value; //! race value read
    }

    public static void main(String[] args) throws Exception {
        SettledByOther shared = new SettledByOther();
        Writer.write(new SettledByOther());
        Order.run(
                () -> {
                    shared.get();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Writer.write(shared);
                });
    }
}
