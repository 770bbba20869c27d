// Rule: end of <clinit> -> every first active use in another thread; a thread that gets the object
// without using the class is not ordered.
public class HolderBypassed {
    static class Box {
        int value;

        Box() {
            value = 7; //! race value write
        }
    }

    static class Holder {
        static final Box INSTANCE = new Box();
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Order.run(
                () -> {
                    Publication.publish(Holder.INSTANCE);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = ((Box) Publication.published()).value; //! race value read
                });
    }
}
