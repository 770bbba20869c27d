// Rule: default values happen before everything: the elements of a new array.
//! clean
public class DefaultElements {
    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new long[3]);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    long[] cells = (long[]) Publication.published();
                    Order.require(cells[2] == 0);
                });
    }
}
