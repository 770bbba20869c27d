// Rule: a copy that fails fails as ever; what it copied before counts as written, what it did not reach does not.
import java.util.Arrays;

public class CopyFails {
    static final String[] shared = new String[8];

    static void expect(Class<?> type, Order.Body body) {
        try {
            body.run();
        } catch (Exception thrown) {
            // Code that HotSpot's optimising compiler has made throws without a frame of System's.
            String thrower = thrown.getStackTrace()[0].getClassName();
            boolean isOwn = thrower.equals("java.lang.System") || thrower.equals("CopyFails");
            if (thrown.getClass() == type && isOwn) {
                return;
            }
            throw new AssertionError(thrown);
        }
        throw new AssertionError(type);
    }

    public static void main(String[] args) throws Exception {
        Object[] mixed = {"a", "b", 1, "d"};
        expect(ArrayIndexOutOfBoundsException.class, () -> System.arraycopy(shared, 0, new String[4], 0, 5));
        expect(ArrayStoreException.class, () -> System.arraycopy(shared, 0, new int[4], 0, 1));
        expect(NullPointerException.class, () -> System.arraycopy(null, 0, shared, 0, 1));
        Order.run(
                () -> {
                    try {
                        System.arraycopy(mixed, 0, shared, 2, 4); //! race element write
                    } catch (ArrayStoreException expected) {
                        Order.reach(1);
                    }
                },
                () -> {
                    Order.await(1);
                    String seen = shared[4];
                    seen = shared[3]; //! race element read
                });
        if (!Arrays.toString(shared).equals("[null, null, a, b, null, null, null, null]")) {
            throw new AssertionError();
        }
    }
}
