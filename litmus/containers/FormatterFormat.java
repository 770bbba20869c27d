// Rule: format writes a Formatter.
import java.util.Formatter;

public class FormatterFormat {
    static final Formatter shared = new Formatter();

    public static void main(String[] args) throws Exception {
        shared.format("%s", "z");
        Order.run(
                () -> {
                    shared.format("a"); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.format("%s", "b"); //! container c write
                });
    }
}
