// Rule: the fields of a clone are written by the one who made it, also if the reader has just read those of the original, as others have.
public class SharedReadsCloned {
    static class Box implements Cloneable {
        int value = 1;

        Box copy() throws CloneNotSupportedException {
            return (Box) super.clone(); //! race value write
        }

        void set() {
            value = 2;
        }
    }

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        Box original = new Box();
        original.set();
        Order.run(
                () -> {
                    int seen = original.value;
                    Order.reach(1);
                    Order.await(2);
                    Publication.publish(original.copy());
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    int seen = original.value;
                    Order.reach(2);
                    Order.await(3);
                    Box clone = (Box) Publication.published();
                    seen = clone.value; //! race value read
                });
    }
}
