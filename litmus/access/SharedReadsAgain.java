// Rule: as SharedReads, for many fields that two threads read over and over: a read that was handed over to the writer says nothing of
// one in the thread's next epoch, nor one of another field.
public class SharedReadsAgain {
    static class Box {
        int value;
        int other;
    }

    static final Box[] BOXES = new Box[200];
    static final int ROUNDS = 3;
    static volatile boolean firstDone;
    static volatile boolean secondDone;

    static int values() {
        int sum = 0;
        for (Box box : BOXES) {
            sum += box.value;
        }
        return sum;
    }

    static int others() {
        int sum = 0;
        for (Box box : BOXES) {
            sum += box.other;
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < BOXES.length; i++) {
            BOXES[i] = new Box();
        }
        Box last = BOXES[BOXES.length - 1];
        Order.run(
                () -> {
                    values();
                    Order.reach(1);
                    Order.await(2);
                    for (int i = 0; i < ROUNDS; i++) {
                        values();
                    }
                    firstDone = true;
                    int seen = last.value; //! race value read
                    seen = last.other; //! race other read
                    Order.reach(3);
                },
                () -> {
                    Order.await(1);
                    for (int i = 0; i < ROUNDS; i++) {
                        values();
                        others();
                    }
                    secondDone = true;
                    Order.reach(2);
                },
                () -> {
                    Order.await(3);
                    Order.require(firstDone && secondDone);
                    for (Box box : BOXES) {
                        box.value = 1; //! race value write
                        box.other = 1; //! race other write
                    }
                });
    }
}
