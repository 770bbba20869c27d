// Rule: Arrays.parallelSort writes its array of every type, or the range of it and nothing else.
import java.util.Arrays;
import java.util.Comparator;

public class EveryParallelSort {
    public static void main(String[] args) throws Exception {
        byte[] b = new byte[2];
        char[] c = new char[2];
        short[] s = new short[2];
        int[] i = new int[2];
        long[] j = new long[2];
        float[] f = new float[2];
        double[] d = new double[2];
        byte[] br = new byte[4];
        char[] cr = new char[4];
        short[] sr = new short[4];
        int[] ir = new int[4];
        long[] jr = new long[4];
        float[] fr = new float[4];
        double[] dr = new double[4];
        String[] o = {"b", "a"};
        String[] oc = {"b", "a"};
        String[] or = {"d", "c", "b", "a"};
        String[] orc = {"d", "c", "b", "a"};
        Comparator<String> order = Comparator.naturalOrder();
        Order.run(
                () -> {
                    Arrays.parallelSort(b); //! race b write
                    Arrays.parallelSort(c); //! race c write
                    Arrays.parallelSort(s); //! race s write
                    Arrays.parallelSort(i); //! race i write
                    Arrays.parallelSort(j); //! race j write
                    Arrays.parallelSort(f); //! race f write
                    Arrays.parallelSort(d); //! race d write
                    Arrays.parallelSort(br, 1, 3); //! race br write
                    Arrays.parallelSort(cr, 1, 3); //! race cr write
                    Arrays.parallelSort(sr, 1, 3); //! race sr write
                    Arrays.parallelSort(ir, 1, 3); //! race ir write
                    Arrays.parallelSort(jr, 1, 3); //! race jr write
                    Arrays.parallelSort(fr, 1, 3); //! race fr write
                    Arrays.parallelSort(dr, 1, 3); //! race dr write
                    Arrays.parallelSort(o); //! race o write
                    Arrays.parallelSort(oc, order); //! race oc write
                    Arrays.parallelSort(or, 1, 3); //! race or write
                    Arrays.parallelSort(orc, 1, 3, order); //! race orc write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    byte vb = b[1]; //! race b read
                    char vc = c[1]; //! race c read
                    short vs = s[1]; //! race s read
                    int vi = i[1]; //! race i read
                    long vj = j[1]; //! race j read
                    float vf = f[1]; //! race f read
                    double vd = d[1]; //! race d read
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
                    String vo = o[1]; //! race o read
                    String voc = oc[1]; //! race oc read
                    or[0] = or[3];
                    String vor = or[2]; //! race or read
                    orc[0] = orc[3];
                    String vorc = orc[2]; //! race orc read
                });
    }
}
