// Rule: next writes a Scanner.
import java.util.Iterator;
import java.util.Scanner;

public class ScannerNext {
    static final Iterator<String> shared = new Scanner("a b c");

    public static void main(String[] args) throws Exception {
        shared.next();
        Order.run(
                () -> {
                    shared.next(); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.hasNext(); //! container c write
                });
    }
}
