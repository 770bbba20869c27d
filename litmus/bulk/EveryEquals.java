// Rule: Arrays.equals and deepEquals read both arrays, of every type, if they are equal. Of others it is not known
// what they read. An array is not compared with itself.
import java.util.Arrays;
import java.util.Comparator;

public class EveryEquals {
    public static void main(String[] args) throws Exception {
        boolean[] z = new boolean[2], z2 = new boolean[2], zx = {false, true}, zSame = new boolean[2];
        byte[] b = new byte[2], b2 = new byte[2], bx = {0, 1}, bSame = new byte[2];
        char[] c = new char[2], c2 = new char[2], cx = {0, 'c'}, cSame = new char[2];
        short[] s = new short[2], s2 = new short[2], sx = {0, 1}, sSame = new short[2];
        int[] i = new int[2], i2 = new int[2], ix = {0, 1}, iSame = new int[2];
        long[] j = new long[2], j2 = new long[2], jx = {0L, 1L}, jSame = new long[2];
        float[] f = new float[2], f2 = new float[2], fx = {0f, 1f}, fSame = new float[2];
        double[] d = new double[2], d2 = new double[2], dx = {0d, 1d}, dSame = new double[2];
        String[] o = new String[2], o2 = new String[2], ox = {null, "o"}, oSame = new String[2];
        String[] oc = new String[2], oc2 = new String[2], ocx = {null, "o"}, ocSame = new String[2];
        String[] deep = new String[2], deep2 = new String[2], deepx = {null, "o"}, deepSame = new String[2];
        Comparator<String> order = Comparator.nullsFirst(Comparator.naturalOrder());
        Order.run(
                () -> {
                    z[1] = false; //! race z write
                    z2[1] = false; //! race z2 write
                    zx[0] = false;
                    zSame[1] = false;
                    b[1] = 0; //! race b write
                    b2[1] = 0; //! race b2 write
                    bx[0] = 0;
                    bSame[1] = 0;
                    c[1] = 0; //! race c write
                    c2[1] = 0; //! race c2 write
                    cx[0] = 0;
                    cSame[1] = 0;
                    s[1] = 0; //! race s write
                    s2[1] = 0; //! race s2 write
                    sx[0] = 0;
                    sSame[1] = 0;
                    i[1] = 0; //! race i write
                    i2[1] = 0; //! race i2 write
                    ix[0] = 0;
                    iSame[1] = 0;
                    j[1] = 0L; //! race j write
                    j2[1] = 0L; //! race j2 write
                    jx[0] = 0L;
                    jSame[1] = 0L;
                    f[1] = 0f; //! race f write
                    f2[1] = 0f; //! race f2 write
                    fx[0] = 0f;
                    fSame[1] = 0f;
                    d[1] = 0d; //! race d write
                    d2[1] = 0d; //! race d2 write
                    dx[0] = 0d;
                    dSame[1] = 0d;
                    o[1] = null; //! race o write
                    o2[1] = null; //! race o2 write
                    ox[0] = null;
                    oSame[1] = null;
                    oc[1] = null; //! race oc write
                    oc2[1] = null; //! race oc2 write
                    ocx[0] = null;
                    ocSame[1] = null;
                    deep[1] = null; //! race deep write
                    deep2[1] = null; //! race deep2 write
                    deepx[0] = null;
                    deepSame[1] = null;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.equals(z, new boolean[2]); //! race z read
                    Arrays.equals(new boolean[2], z2); //! race z2 read
                    Arrays.equals(zx, new boolean[2]);
                    Arrays.equals(zSame, zSame);
                    Arrays.equals(b, new byte[2]); //! race b read
                    Arrays.equals(new byte[2], b2); //! race b2 read
                    Arrays.equals(bx, new byte[2]);
                    Arrays.equals(bSame, bSame);
                    Arrays.equals(c, new char[2]); //! race c read
                    Arrays.equals(new char[2], c2); //! race c2 read
                    Arrays.equals(cx, new char[2]);
                    Arrays.equals(cSame, cSame);
                    Arrays.equals(s, new short[2]); //! race s read
                    Arrays.equals(new short[2], s2); //! race s2 read
                    Arrays.equals(sx, new short[2]);
                    Arrays.equals(sSame, sSame);
                    Arrays.equals(i, new int[2]); //! race i read
                    Arrays.equals(new int[2], i2); //! race i2 read
                    Arrays.equals(ix, new int[2]);
                    Arrays.equals(iSame, iSame);
                    Arrays.equals(j, new long[2]); //! race j read
                    Arrays.equals(new long[2], j2); //! race j2 read
                    Arrays.equals(jx, new long[2]);
                    Arrays.equals(jSame, jSame);
                    Arrays.equals(f, new float[2]); //! race f read
                    Arrays.equals(new float[2], f2); //! race f2 read
                    Arrays.equals(fx, new float[2]);
                    Arrays.equals(fSame, fSame);
                    Arrays.equals(d, new double[2]); //! race d read
                    Arrays.equals(new double[2], d2); //! race d2 read
                    Arrays.equals(dx, new double[2]);
                    Arrays.equals(dSame, dSame);
                    Arrays.equals(o, new String[2]); //! race o read
                    Arrays.equals(new String[2], o2); //! race o2 read
                    Arrays.equals(ox, new String[2]);
                    Arrays.equals(oSame, oSame);
                    Arrays.equals(oc, new String[2], order); //! race oc read
                    Arrays.equals(new String[2], oc2, order); //! race oc2 read
                    Arrays.equals(ocx, new String[2], order);
                    Arrays.equals(ocSame, ocSame, order);
                    Arrays.deepEquals(deep, new String[2]); //! race deep read
                    Arrays.deepEquals(new String[2], deep2); //! race deep2 read
                    Arrays.deepEquals(deepx, new String[2]);
                    Arrays.deepEquals(deepSame, deepSame);
                });
    }
}
