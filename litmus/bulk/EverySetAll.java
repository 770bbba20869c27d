// Rule: Arrays.setAll and parallelSetAll write their array of every type.
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

public class EverySetAll {
    public static void main(String[] args) throws Exception {
        IntUnaryOperator toI = at -> at;
        IntToLongFunction toJ = at -> at;
        IntToDoubleFunction toD = at -> at;
        IntFunction<String> toO = at -> "o";
        int[] i = new int[2];
        long[] j = new long[2];
        double[] d = new double[2];
        String[] o = new String[2];
        int[] ip = new int[2];
        long[] jp = new long[2];
        double[] dp = new double[2];
        String[] op = new String[2];
        Order.run(
                () -> {
                    Arrays.setAll(i, toI); //! race i write
                    Arrays.setAll(j, toJ); //! race j write
                    Arrays.setAll(d, toD); //! race d write
                    Arrays.setAll(o, toO); //! race o write
                    Arrays.parallelSetAll(ip, toI); //! race ip write
                    Arrays.parallelSetAll(jp, toJ); //! race jp write
                    Arrays.parallelSetAll(dp, toD); //! race dp write
                    Arrays.parallelSetAll(op, toO); //! race op write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    int vi = i[1]; //! race i read
                    long vj = j[1]; //! race j read
                    double vd = d[1]; //! race d read
                    String vo = o[1]; //! race o read
                    int vip = ip[1]; //! race ip read
                    long vjp = jp[1]; //! race jp read
                    double vdp = dp[1]; //! race dp read
                    String vop = op[1]; //! race op read
                });
    }
}
