// Rule: program order alone does not order two threads: three threads read, two of them hand over
// to the writer, the third does not.
public class SharedReads {
    static class Box {
        int value;
        volatile boolean firstDone;
        volatile boolean secondDone;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    int seen = box.value;
                    box.firstDone = true;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = box.value;
                    box.secondDone = true;
                    Order.reach(2);
                },
                () -> {
                    Order.await(2);
                    int seen = box.value; //! race value read
                    Order.reach(3);
                },
                () -> {
                    Order.await(3);
                    Order.require(box.firstDone && box.secondDone);
                    box.value = 1; //! race value write
                });
    }
}
