// Rule: Arrays.equals reads both ranges, of arrays of every type, if they are equal. Of others it is not known
// what it read.
import java.util.Arrays;
import java.util.Comparator;

public class EveryEqualsRange {
    public static void main(String[] args) throws Exception {
        Comparator<String> order = Comparator.nullsFirst(Comparator.naturalOrder());
        boolean[] z = new boolean[4], z2 = new boolean[4], zx = {true, false, false, false};
        byte[] b = new byte[4], b2 = new byte[4], bx = {1, 0, 0, 0};
        char[] c = new char[4], c2 = new char[4], cx = {'c', 0, 0, 0};
        short[] s = new short[4], s2 = new short[4], sx = {1, 0, 0, 0};
        int[] i = new int[4], i2 = new int[4], ix = {1, 0, 0, 0};
        long[] j = new long[4], j2 = new long[4], jx = {1L, 0L, 0L, 0L};
        float[] f = new float[4], f2 = new float[4], fx = {1f, 0f, 0f, 0f};
        double[] d = new double[4], d2 = new double[4], dx = {1d, 0d, 0d, 0d};
        String[] o = new String[4], o2 = new String[4], ox = {"o", null, null, null};
        String[] oc = new String[4], oc2 = new String[4], ocx = {"o", null, null, null};
        Order.run(
                () -> {
                    z[0] = false;
                    z[3] = false;
                    z[2] = false; //! race z write
                    z2[0] = false;
                    z2[3] = false;
                    z2[2] = false; //! race z2 write
                    zx[2] = false;
                    b[0] = 0;
                    b[3] = 0;
                    b[2] = 0; //! race b write
                    b2[0] = 0;
                    b2[3] = 0;
                    b2[2] = 0; //! race b2 write
                    bx[2] = 0;
                    c[0] = 0;
                    c[3] = 0;
                    c[2] = 0; //! race c write
                    c2[0] = 0;
                    c2[3] = 0;
                    c2[2] = 0; //! race c2 write
                    cx[2] = 0;
                    s[0] = 0;
                    s[3] = 0;
                    s[2] = 0; //! race s write
                    s2[0] = 0;
                    s2[3] = 0;
                    s2[2] = 0; //! race s2 write
                    sx[2] = 0;
                    i[0] = 0;
                    i[3] = 0;
                    i[2] = 0; //! race i write
                    i2[0] = 0;
                    i2[3] = 0;
                    i2[2] = 0; //! race i2 write
                    ix[2] = 0;
                    j[0] = 0L;
                    j[3] = 0L;
                    j[2] = 0L; //! race j write
                    j2[0] = 0L;
                    j2[3] = 0L;
                    j2[2] = 0L; //! race j2 write
                    jx[2] = 0L;
                    f[0] = 0f;
                    f[3] = 0f;
                    f[2] = 0f; //! race f write
                    f2[0] = 0f;
                    f2[3] = 0f;
                    f2[2] = 0f; //! race f2 write
                    fx[2] = 0f;
                    d[0] = 0d;
                    d[3] = 0d;
                    d[2] = 0d; //! race d write
                    d2[0] = 0d;
                    d2[3] = 0d;
                    d2[2] = 0d; //! race d2 write
                    dx[2] = 0d;
                    o[0] = null;
                    o[3] = null;
                    o[2] = null; //! race o write
                    o2[0] = null;
                    o2[3] = null;
                    o2[2] = null; //! race o2 write
                    ox[2] = null;
                    oc[0] = null;
                    oc[3] = null;
                    oc[2] = null; //! race oc write
                    oc2[0] = null;
                    oc2[3] = null;
                    oc2[2] = null; //! race oc2 write
                    ocx[2] = null;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.equals(z, 1, 3, new boolean[2], 0, 2); //! race z read
                    Arrays.equals(new boolean[2], 0, 2, z2, 1, 3); //! race z2 read
                    Arrays.equals(zx, 0, 4, new boolean[4], 0, 4);
                    Arrays.equals(b, 1, 3, new byte[2], 0, 2); //! race b read
                    Arrays.equals(new byte[2], 0, 2, b2, 1, 3); //! race b2 read
                    Arrays.equals(bx, 0, 4, new byte[4], 0, 4);
                    Arrays.equals(c, 1, 3, new char[2], 0, 2); //! race c read
                    Arrays.equals(new char[2], 0, 2, c2, 1, 3); //! race c2 read
                    Arrays.equals(cx, 0, 4, new char[4], 0, 4);
                    Arrays.equals(s, 1, 3, new short[2], 0, 2); //! race s read
                    Arrays.equals(new short[2], 0, 2, s2, 1, 3); //! race s2 read
                    Arrays.equals(sx, 0, 4, new short[4], 0, 4);
                    Arrays.equals(i, 1, 3, new int[2], 0, 2); //! race i read
                    Arrays.equals(new int[2], 0, 2, i2, 1, 3); //! race i2 read
                    Arrays.equals(ix, 0, 4, new int[4], 0, 4);
                    Arrays.equals(j, 1, 3, new long[2], 0, 2); //! race j read
                    Arrays.equals(new long[2], 0, 2, j2, 1, 3); //! race j2 read
                    Arrays.equals(jx, 0, 4, new long[4], 0, 4);
                    Arrays.equals(f, 1, 3, new float[2], 0, 2); //! race f read
                    Arrays.equals(new float[2], 0, 2, f2, 1, 3); //! race f2 read
                    Arrays.equals(fx, 0, 4, new float[4], 0, 4);
                    Arrays.equals(d, 1, 3, new double[2], 0, 2); //! race d read
                    Arrays.equals(new double[2], 0, 2, d2, 1, 3); //! race d2 read
                    Arrays.equals(dx, 0, 4, new double[4], 0, 4);
                    Arrays.equals(o, 1, 3, new String[2], 0, 2); //! race o read
                    Arrays.equals(new String[2], 0, 2, o2, 1, 3); //! race o2 read
                    Arrays.equals(ox, 0, 4, new String[4], 0, 4);
                    Arrays.equals(oc, 1, 3, new String[2], 0, 2, order); //! race oc read
                    Arrays.equals(new String[2], 0, 2, oc2, 1, 3, order); //! race oc2 read
                    Arrays.equals(ocx, 0, 4, new String[4], 0, 4, order);
                });
    }
}
