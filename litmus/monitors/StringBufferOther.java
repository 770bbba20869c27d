// Rule: StringBuffer: synchronized methods; another buffer's monitor gives no edge.
public class StringBufferOther {
    static int value;

    public static void main(String[] args) throws Exception {
        StringBuffer one = new StringBuffer();
        StringBuffer other = new StringBuffer();
        Order.run(
                () -> {
                    value = 1; //! race value write
                    one.append("text");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(other.length() == 0);
                    value = 2; //! race value write
                });
    }
}
