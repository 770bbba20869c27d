// Rule: default values of fields and elements happen before everything: reading one that nobody
// wrote is clean, also of an object that was handed over without an edge.
//! clean
public class DefaultValues {
    static class Box {
        int value;
        Object reference;
        long wide;
    }

    static int never;

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(new Box());
                    int seen = never;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Box box = (Box) Publication.published();
                    Order.require(box.value == 0 && box.reference == null && box.wide == 0);
                    Order.require(never == 0);
                });
    }
}
