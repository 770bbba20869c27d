// Rule: set writes a BitSet, cardinality reads it.
import java.util.BitSet;

public class BitSetFlip {
    static final BitSet shared = new BitSet();

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    shared.set(1); //! container c write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    shared.cardinality(); //! container c read
                });
    }
}
