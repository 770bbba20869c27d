// Rule: program order alone does not order two threads. Two writes of an instance field.
public class FieldWriteWrite {
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
                    box.value = 2; //! race value write
                });
    }
}
