// Rule: default values happen before everything, an explicit write of the same value does not.
public class DefaultOverwritten {
    static class Box {
        int value = 0; //! race value write
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Box());
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Box box = (Box) Publication.published();
                    int seen = box.value; //! race value read
                });
    }
}
