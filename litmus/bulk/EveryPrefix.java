// Rule: Arrays.parallelPrefix reads the first element of its array, or of the range of it, and writes the others.
import java.util.Arrays;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.LongBinaryOperator;

public class EveryPrefix {
    public static void main(String[] args) throws Exception {
        IntBinaryOperator addI = (x, y) -> x + y;
        LongBinaryOperator addJ = (x, y) -> x + y;
        DoubleBinaryOperator addD = (x, y) -> x + y;
        BinaryOperator<String> addO = (x, y) -> y;
        int[] i = new int[3];
        int[] iFirst = new int[3];
        int[] ir = new int[4];
        int[] irFirst = new int[4];
        long[] j = new long[3];
        long[] jFirst = new long[3];
        long[] jr = new long[4];
        long[] jrFirst = new long[4];
        double[] d = new double[3];
        double[] dFirst = new double[3];
        double[] dr = new double[4];
        double[] drFirst = new double[4];
        String[] o = new String[3];
        String[] oFirst = new String[3];
        String[] or = new String[4];
        String[] orFirst = new String[4];
        int[] none = new int[2];
        Order.run(
                () -> {
                    int vi = i[0];
                    vi = i[2]; //! race i read
                    iFirst[0] = 1; //! race iFirst write
                    vi = ir[1];
                    ir[0] = ir[3];
                    vi = ir[2]; //! race ir read
                    irFirst[1] = 1; //! race irFirst write
                    long vj = j[0];
                    vj = j[2]; //! race j read
                    jFirst[0] = 1L; //! race jFirst write
                    vj = jr[1];
                    jr[0] = jr[3];
                    vj = jr[2]; //! race jr read
                    jrFirst[1] = 1L; //! race jrFirst write
                    double vd = d[0];
                    vd = d[2]; //! race d read
                    dFirst[0] = 1d; //! race dFirst write
                    vd = dr[1];
                    dr[0] = dr[3];
                    vd = dr[2]; //! race dr read
                    drFirst[1] = 1d; //! race drFirst write
                    String vo = o[0];
                    vo = o[2]; //! race o read
                    oFirst[0] = "o"; //! race oFirst write
                    vo = or[1];
                    or[0] = or[3];
                    vo = or[2]; //! race or read
                    orFirst[1] = "o"; //! race orFirst write
                    none[1] = 1;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.parallelPrefix(i, addI); //! race i write
                    Arrays.parallelPrefix(iFirst, addI); //! race iFirst read
                    Arrays.parallelPrefix(ir, 1, 3, addI); //! race ir write
                    Arrays.parallelPrefix(irFirst, 1, 3, addI); //! race irFirst read
                    Arrays.parallelPrefix(j, addJ); //! race j write
                    Arrays.parallelPrefix(jFirst, addJ); //! race jFirst read
                    Arrays.parallelPrefix(jr, 1, 3, addJ); //! race jr write
                    Arrays.parallelPrefix(jrFirst, 1, 3, addJ); //! race jrFirst read
                    Arrays.parallelPrefix(d, addD); //! race d write
                    Arrays.parallelPrefix(dFirst, addD); //! race dFirst read
                    Arrays.parallelPrefix(dr, 1, 3, addD); //! race dr write
                    Arrays.parallelPrefix(drFirst, 1, 3, addD); //! race drFirst read
                    Arrays.parallelPrefix(o, addO); //! race o write
                    Arrays.parallelPrefix(oFirst, addO); //! race oFirst read
                    Arrays.parallelPrefix(or, 1, 3, addO); //! race or write
                    Arrays.parallelPrefix(orFirst, 1, 3, addO); //! race orFirst read
                    Arrays.parallelPrefix(none, 1, 1, addI);
                });
    }
}
