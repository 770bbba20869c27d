// Rule: append writes a StringBuilder, length reads it through any interface.
public class BuilderAppends {
    static final StringBuilder shared = new StringBuilder();
    static final CharSequence text = shared;

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.append("a").append(1); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    text.length(); //! container c read
                });
    }
}
