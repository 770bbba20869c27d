// Rule: Arrays.fill writes its array of every type, or the range of it and nothing else.
import java.util.Arrays;

public class EveryFill {
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
        boolean[] zr = new boolean[4];
        byte[] br = new byte[4];
        char[] cr = new char[4];
        short[] sr = new short[4];
        int[] ir = new int[4];
        long[] jr = new long[4];
        float[] fr = new float[4];
        double[] dr = new double[4];
        String[] or = new String[4];
        Order.run(
                () -> {
                    Arrays.fill(z, true); //! race z write
                    Arrays.fill(b, (byte) 1); //! race b write
                    Arrays.fill(c, 'c'); //! race c write
                    Arrays.fill(s, (short) 1); //! race s write
                    Arrays.fill(i, 1); //! race i write
                    Arrays.fill(j, 1L); //! race j write
                    Arrays.fill(f, 1f); //! race f write
                    Arrays.fill(d, 1d); //! race d write
                    Arrays.fill(o, "o"); //! race o write
                    Arrays.fill(zr, 1, 3, true); //! race zr write
                    Arrays.fill(br, 1, 3, (byte) 1); //! race br write
                    Arrays.fill(cr, 1, 3, 'c'); //! race cr write
                    Arrays.fill(sr, 1, 3, (short) 1); //! race sr write
                    Arrays.fill(ir, 1, 3, 1); //! race ir write
                    Arrays.fill(jr, 1, 3, 1L); //! race jr write
                    Arrays.fill(fr, 1, 3, 1f); //! race fr write
                    Arrays.fill(dr, 1, 3, 1d); //! race dr write
                    Arrays.fill(or, 1, 3, "o"); //! race or write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean vz = z[1]; //! race z read
                    byte vb = b[1]; //! race b read
                    char vc = c[1]; //! race c read
                    short vs = s[1]; //! race s read
                    int vi = i[1]; //! race i read
                    long vj = j[1]; //! race j read
                    float vf = f[1]; //! race f read
                    double vd = d[1]; //! race d read
                    String vo = o[1]; //! race o read
                    zr[0] = zr[3];
                    boolean vzr = zr[2]; //! race zr read
                    br[0] = br[3];
                    byte vbr = br[2]; //! race br read
                    cr[0] = cr[3];
                    char vcr = cr[2]; //! race cr read
                    sr[0] = sr[3];
                    short vsr = sr[2]; //! race sr read
                    ir[0] = ir[3];
                    int vir = ir[2]; //! race ir read
                    jr[0] = jr[3];
                    long vjr = jr[2]; //! race jr read
                    fr[0] = fr[3];
                    float vfr = fr[2]; //! race fr read
                    dr[0] = dr[3];
                    double vdr = dr[2]; //! race dr read
                    or[0] = or[3];
                    String vor = or[2]; //! race or read
                });
    }
}
