// Rule: end of <clinit> -> every first active use in another thread; what is written after the
// initialization is not ordered by it.
public class HolderLater {
    static class Box {
        int value;
    }

    static class Holder {
        static final Box INSTANCE = new Box();
    }

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    Holder.INSTANCE.value = 1; //! race value write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Holder.INSTANCE.value = 2; //! race value write
                });
    }
}
