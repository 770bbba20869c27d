// Rule: as SharedReads, but the first of three readers is the one that is not ordered: the reads
// that follow it must not hide it.
public class SharedReadsFirst {
    static class Box {
        int value;
        volatile boolean secondDone;
        volatile boolean thirdDone;
    }

    public static void main(String[] args) throws Exception {
        Box box = new Box();
        Order.run(
                () -> {
                    int seen = box.value; //! race value read
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
                    int seen = box.value;
                    box.thirdDone = true;
                    Order.reach(3);
                },
                () -> {
                    Order.await(3);
                    Order.require(box.secondDone && box.thirdDone);
                    box.value = 1; //! race value write
                });
    }
}
