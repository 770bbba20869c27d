// Rule: program order alone does not order two threads. A read, then a write of an instance field.
public class FieldReadWrite {
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
                    box.value = 2; //! race value write
                });
    }
}
