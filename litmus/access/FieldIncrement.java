// Rule: program order alone does not order two threads. An increment reads and writes: its
// write races with the earlier read of the other thread, its read does not.
public class FieldIncrement {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    int seen = box.value; //! race value read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    box.value++; //! race value write
                });
    }
}
