// Rule: program order alone does not order two threads. A write, then a read of an instance field.
public class FieldWriteRead {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    box.value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = box.value; //! race value read
                });
    }
}
