// Rule: two fields of one object are two locations, whatever their types.
//! clean
public class FieldOthers {
    static class Box {
        byte left;
        byte right;
        long wide;
        Object reference;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    box.left = 1;
                    box.wide = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    box.right = 2;
                    box.reference = box;
                });
    }
}
