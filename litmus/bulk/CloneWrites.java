// Rule: the elements of a clone are written by the one who made it.
public class CloneWrites {
    public static void main(String[] args) throws Exception {
        Publication.prepare();
        int[] original = {1, 2, 3};
        Order.run(
                () -> {
                    Publication.publish(original.clone()); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int[] seen = (int[]) Publication.published();
                    int element = seen[1]; //! race element read
                });
    }
}
