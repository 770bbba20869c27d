// Rule: the same index of two arrays of one type are two locations.
//! clean
public class ArrayOtherArrays {
    static void write(int[] cells) {
        cells[0] = 1;
    }

    public static void main(String[] args) throws Exception {
        int[] first = new int[1];
        int[] second = new int[1];
        Order.run(
                () -> {
                    write(first);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    write(second);
                });
    }
}
