// Rule: a private field accessed by the class's nest mates.
public class PrivateNested {
    private int value;
    private static int count;

    static class Writer {
        void write(PrivateNested outer) {
            outer.value = 1; //! race value write
            count = 1; //! race count write
        }
    }

    class Reader {
        int read() {
            int seen = value; //! race value read
            return seen + count; //! race count read
        }
    }

    public static void main(String[] args) throws Exception {
        PrivateNested outer = new PrivateNested();
        Writer writer = new Writer();
        Reader reader = outer.new Reader();
        Order.run(
                () -> {
                    writer.write(outer);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    reader.read();
                });
    }
}
