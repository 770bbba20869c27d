// Rule: Arrays.toString and deepToString read their array of every type.
import java.util.Arrays;

public class EveryToString {
    public static void main(String[] args) throws Exception {
        boolean[] z = new boolean[2];
        byte[] b = new byte[2];
        char[] c = new char[2];
        short[] s = new short[2];
        int[] i = new int[2];
        long[] j = new long[2];
        float[] f = new float[2];
        double[] d = new double[2];
        String[] o = new String[2];
        String[] deep = new String[2];
        Order.run(
                () -> {
                    z[1] = true; //! race z write
                    b[1] = 1; //! race b write
                    c[1] = 'c'; //! race c write
                    s[1] = 1; //! race s write
                    i[1] = 1; //! race i write
                    j[1] = 1L; //! race j write
                    f[1] = 1f; //! race f write
                    d[1] = 1d; //! race d write
                    o[1] = "o"; //! race o write
                    deep[1] = "o"; //! race deep write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.toString(z); //! race z read
                    Arrays.toString(b); //! race b read
                    Arrays.toString(c); //! race c read
                    Arrays.toString(s); //! race s read
                    Arrays.toString(i); //! race i read
                    Arrays.toString(j); //! race j read
                    Arrays.toString(f); //! race f read
                    Arrays.toString(d); //! race d read
                    Arrays.toString(o); //! race o read
                    Arrays.deepToString(deep); //! race deep read
                });
    }
}
