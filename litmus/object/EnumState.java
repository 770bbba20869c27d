// Rule: program order alone does not order two threads: a mutable field of an enum constant.
public class EnumState {
    enum Colour {
        RED,
        GREEN;

        int uses;
    }

    public static void main(String[] args) throws Exception {
        Colour red = Colour.RED;
        Order.run(
                () -> {
                    red.uses = 1; //! race uses write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int seen = Colour.values()[0].uses; //! race uses read
                });
    }
}
