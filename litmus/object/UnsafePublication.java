// Rule: program order alone does not order two threads: an object handed over by a plain reference.
// Both the reference and the field that the constructor wrote race.
public class UnsafePublication {
    static class Box {
        int value;

        Box(int value) {
            this.value = value; //! race value write
        }
    }

    static Box shared;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared = new Box(1); //! race shared write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Box box = shared; //! race shared read
                    int seen = box.value; //! race value read
                });
    }
}
