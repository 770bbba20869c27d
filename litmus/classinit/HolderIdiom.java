// Rule: end of <clinit> -> every first active use in another thread: the holder idiom, where the
// static field is final and nothing else orders the two threads.
//! clean
public class HolderIdiom {
    static class Box {
        int value;
        int[] cells = {1, 2};

        Box() {
            value = 7;
        }
    }

    static class Holder {
        static final Box INSTANCE = new Box();
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Order.require(Holder.INSTANCE != null);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Order.require(Holder.INSTANCE.value == 7 && Holder.INSTANCE.cells[1] == 2);
                });
    }
}
