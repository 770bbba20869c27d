// Rule: each element of an array is a location of its own, however small the elements are.
//! clean
public class ArrayOtherElements {
    public static void main(String[] args) throws Exception {
        boolean[] z = new boolean[2];
        byte[] b = new byte[2];
        long[] j = new long[2];
        Object[] o = new Object[2];
        Order.run(
                () -> {
                    z[0] = true;
                    b[0] = 1;
                    j[0] = 1;
                    o[0] = "left";
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    z[1] = true;
                    b[1] = 1;
                    j[1] = 1;
                    o[1] = "right";
                });
    }
}
