// Rule: two reads never race.
//! clean
public class FieldReadRead {
    static class Box {
        int value = 5;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    int seen = box.value;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = box.value;
                });
    }
}
