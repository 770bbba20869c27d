// Rule: an access that throws is none: null, an index out of bounds, a store of a wrong type.
//! clean
public class NullAndBounds {
    static class Box {
        int value;
    }

    static int failures(Box box, int[] cells, Object[] strings) {
        int failures = 0;
        try {
            box.value = 1;
        } catch (NullPointerException expected) {
            failures++;
        }
        try {
            cells[2] = 1;
        } catch (ArrayIndexOutOfBoundsException expected) {
            failures++;
        }
        try {
            strings[0] = 1;
        } catch (ArrayStoreException expected) {
            failures++;
        }
        return failures;
    }

    public static void main(String[] args) throws Exception {
        int[] cells = new int[2];
        Object[] strings = new String[2];
        Order.run(
                () -> {
                    Order.require(failures(null, cells, strings) == 3);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(failures(null, cells, strings) == 3);
                });
    }
}
