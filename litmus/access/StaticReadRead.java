// Rule: two reads never race; what main wrote before it started the threads is ordered.
//! clean
public class StaticReadRead {
    static int value;

    public static void main(String[] args) throws Exception {
        value = 7;
        Order.run(
                () -> {
                    int seen = value;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = value;
                });
    }
}
