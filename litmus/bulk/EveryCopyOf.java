// Rule: Arrays.copyOf and copyOfRange read what they copy of an array of every type, and nothing else.
import java.util.Arrays;

public class EveryCopyOf {
    public static void main(String[] args) throws Exception {
        boolean[] z = new boolean[4];
        byte[] b = new byte[4];
        char[] c = new char[4];
        short[] s = new short[4];
        int[] i = new int[4];
        long[] j = new long[4];
        float[] f = new float[4];
        double[] d = new double[4];
        String[] o = new String[4];
        String[] oc = new String[4];
        boolean[] zr = new boolean[4];
        byte[] br = new byte[4];
        char[] cr = new char[4];
        short[] sr = new short[4];
        int[] ir = new int[4];
        long[] jr = new long[4];
        float[] fr = new float[4];
        double[] dr = new double[4];
        String[] or = new String[4];
        String[] orc = new String[4];
        Order.run(
                () -> {
                    z[2] = true;
                    z[1] = true; //! race z write
                    b[2] = 1;
                    b[1] = 1; //! race b write
                    c[2] = 'c';
                    c[1] = 'c'; //! race c write
                    s[2] = 1;
                    s[1] = 1; //! race s write
                    i[2] = 1;
                    i[1] = 1; //! race i write
                    j[2] = 1L;
                    j[1] = 1L; //! race j write
                    f[2] = 1f;
                    f[1] = 1f; //! race f write
                    d[2] = 1d;
                    d[1] = 1d; //! race d write
                    o[2] = "o";
                    o[1] = "o"; //! race o write
                    oc[2] = "o";
                    oc[1] = "o"; //! race oc write
                    zr[0] = true;
                    zr[3] = true;
                    zr[2] = true; //! race zr write
                    br[0] = 1;
                    br[3] = 1;
                    br[2] = 1; //! race br write
                    cr[0] = 'c';
                    cr[3] = 'c';
                    cr[2] = 'c'; //! race cr write
                    sr[0] = 1;
                    sr[3] = 1;
                    sr[2] = 1; //! race sr write
                    ir[0] = 1;
                    ir[3] = 1;
                    ir[2] = 1; //! race ir write
                    jr[0] = 1L;
                    jr[3] = 1L;
                    jr[2] = 1L; //! race jr write
                    fr[0] = 1f;
                    fr[3] = 1f;
                    fr[2] = 1f; //! race fr write
                    dr[0] = 1d;
                    dr[3] = 1d;
                    dr[2] = 1d; //! race dr write
                    or[0] = "o";
                    or[3] = "o";
                    or[2] = "o"; //! race or write
                    orc[0] = "o";
                    orc[3] = "o";
                    orc[2] = "o"; //! race orc write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.copyOf(z, 2); //! race z read
                    Arrays.copyOf(b, 2); //! race b read
                    Arrays.copyOf(c, 2); //! race c read
                    Arrays.copyOf(s, 2); //! race s read
                    Arrays.copyOf(i, 2); //! race i read
                    Arrays.copyOf(j, 2); //! race j read
                    Arrays.copyOf(f, 2); //! race f read
                    Arrays.copyOf(d, 2); //! race d read
                    Arrays.copyOf(o, 2); //! race o read
                    Arrays.copyOf(oc, 2, Object[].class); //! race oc read
                    Arrays.copyOfRange(zr, 1, 3); //! race zr read
                    Arrays.copyOfRange(br, 1, 3); //! race br read
                    Arrays.copyOfRange(cr, 1, 3); //! race cr read
                    Arrays.copyOfRange(sr, 1, 3); //! race sr read
                    Arrays.copyOfRange(ir, 1, 3); //! race ir read
                    Arrays.copyOfRange(jr, 1, 3); //! race jr read
                    Arrays.copyOfRange(fr, 1, 3); //! race fr read
                    Arrays.copyOfRange(dr, 1, 3); //! race dr read
                    Arrays.copyOfRange(or, 1, 3); //! race or read
                    Arrays.copyOfRange(orc, 1, 3, Object[].class); //! race orc read
                });
    }
}
