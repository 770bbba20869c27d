// Rule: StringBuffer: synchronized methods.
//! clean
public class StringBufferHandOver {
    static int value;

    public static void main(String[] args) throws Exception {
        StringBuffer buffer = new StringBuffer();
        Order.run(
                () -> {
                    value = 1;
                    buffer.append("text");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(buffer.length() == 4);
                    value = 2;
                });
    }
}
