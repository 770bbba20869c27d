// Rule: a field of a class that is loaded only after the code that accesses it was: the site links
// when it first runs.
public class ForeignLate {
    static class Late {
        int value;
    }

    static void write(Object object, int value) {
        ((Late) object).value = value; //! race value write write
    }

    public static void main(String[] args) throws Exception {
        Object late = Class.forName("ForeignLate$Late").getDeclaredConstructor().newInstance();
        Order.run(
                () -> {
                    write(late, 1);
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    write(late, 2);
                });
    }
}
