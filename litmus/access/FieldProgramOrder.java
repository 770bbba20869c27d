// Rule: program order. Each thread writes and reads its own object.
//! clean
public class FieldProgramOrder {
    static class Box {
        int value;
    }

    static void use(Box box) {
        box.value = 1;
        int seen = box.value;
        box.value = seen + 1;
    }

    public static void main(String[] args) throws Exception {
        Box first = new Box();
        Box second = new Box();
        Order.run(
                () -> {
                    use(first);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    use(second);
                });
    }
}
