// Rule: end of <clinit> -> every first active use; casts, instanceof, class literals, arrays of
// the class and its constants are no active use.
public class CastWithoutInit {
    static class Lazy {
        static final int CONSTANT = 3;

        static {
            value = 1; //! race value write
        }
    }

    static int value;

    static int passiveUses(Object object) {
        boolean is = object instanceof Lazy;
        Lazy cast = (Lazy) (is ? object : null);
        Object literal = Lazy.class;
        return new Lazy[Lazy.CONSTANT].length;
    }

    public static void main(String[] args) throws Exception {
        passiveUses("other");
        Order.run(
                () -> {
                    new Lazy();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    passiveUses("other");
                    value = 2; //! race value write
                });
    }
}
