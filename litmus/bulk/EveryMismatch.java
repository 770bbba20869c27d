// Rule: Arrays.mismatch reads both arrays of every type, or the ranges of them, up to the first difference.
// An array is not compared with itself.
import java.util.Arrays;
import java.util.Comparator;

public class EveryMismatch {
    public static void main(String[] args) throws Exception {
        Comparator<String> order = Comparator.naturalOrder();
        boolean[] z = new boolean[2], zLong = new boolean[3], zSame = new boolean[2], zr = new boolean[4];
        boolean[] zx = {false, true, false}, zrx = {false, false, true, false};
        byte[] b = new byte[2], bLong = new byte[3], bSame = new byte[2], br = new byte[4];
        byte[] bx = {0, 1, 0}, brx = {0, 0, 1, 0};
        char[] c = new char[2], cLong = new char[3], cSame = new char[2], cr = new char[4];
        char[] cx = {0, 'c', 0}, crx = {0, 0, 'c', 0};
        short[] s = new short[2], sLong = new short[3], sSame = new short[2], sr = new short[4];
        short[] sx = {0, 1, 0}, srx = {0, 0, 1, 0};
        int[] i = new int[2], iLong = new int[3], iSame = new int[2], ir = new int[4];
        int[] ix = {0, 1, 0}, irx = {0, 0, 1, 0};
        long[] j = new long[2], jLong = new long[3], jSame = new long[2], jr = new long[4];
        long[] jx = {0L, 1L, 0L}, jrx = {0L, 0L, 1L, 0L};
        float[] f = new float[2], fLong = new float[3], fSame = new float[2], fr = new float[4];
        float[] fx = {0f, 1f, 0f}, frx = {0f, 0f, 1f, 0f};
        double[] d = new double[2], dLong = new double[3], dSame = new double[2], dr = new double[4];
        double[] dx = {0d, 1d, 0d}, drx = {0d, 0d, 1d, 0d};
        String[] o = {"a", "a"}, oLong = {"a", "a", "a"}, oSame = {"a", "a"}, or = {"a", "a", "a", "a"};
        String[] ox = {"a", "b", "a"}, orx = {"a", "a", "b", "a"};
        String[] oc = {"a", "a"}, ocLong = {"a", "a", "a"}, ocSame = {"a", "a"}, ocr = {"a", "a", "a", "a"};
        String[] ocx = {"a", "b", "a"}, ocrx = {"a", "a", "b", "a"};
        Order.run(
                () -> {
                    z[1] = false; //! race z write
                    zLong[2] = false;
                    zLong[1] = false; //! race zLong write
                    zSame[1] = false;
                    zr[0] = false;
                    zr[3] = false;
                    zr[2] = false; //! race zr write
                    zx[2] = false;
                    zx[0] = false; //! race zx write
                    zrx[0] = false;
                    zrx[3] = false;
                    zrx[1] = false; //! race zrx write
                    b[1] = 0; //! race b write
                    bLong[2] = 0;
                    bLong[1] = 0; //! race bLong write
                    bSame[1] = 0;
                    br[0] = 0;
                    br[3] = 0;
                    br[2] = 0; //! race br write
                    bx[2] = 0;
                    bx[0] = 0; //! race bx write
                    brx[0] = 0;
                    brx[3] = 0;
                    brx[1] = 0; //! race brx write
                    c[1] = 0; //! race c write
                    cLong[2] = 0;
                    cLong[1] = 0; //! race cLong write
                    cSame[1] = 0;
                    cr[0] = 0;
                    cr[3] = 0;
                    cr[2] = 0; //! race cr write
                    cx[2] = 0;
                    cx[0] = 0; //! race cx write
                    crx[0] = 0;
                    crx[3] = 0;
                    crx[1] = 0; //! race crx write
                    s[1] = 0; //! race s write
                    sLong[2] = 0;
                    sLong[1] = 0; //! race sLong write
                    sSame[1] = 0;
                    sr[0] = 0;
                    sr[3] = 0;
                    sr[2] = 0; //! race sr write
                    sx[2] = 0;
                    sx[0] = 0; //! race sx write
                    srx[0] = 0;
                    srx[3] = 0;
                    srx[1] = 0; //! race srx write
                    i[1] = 0; //! race i write
                    iLong[2] = 0;
                    iLong[1] = 0; //! race iLong write
                    iSame[1] = 0;
                    ir[0] = 0;
                    ir[3] = 0;
                    ir[2] = 0; //! race ir write
                    ix[2] = 0;
                    ix[0] = 0; //! race ix write
                    irx[0] = 0;
                    irx[3] = 0;
                    irx[1] = 0; //! race irx write
                    j[1] = 0L; //! race j write
                    jLong[2] = 0L;
                    jLong[1] = 0L; //! race jLong write
                    jSame[1] = 0L;
                    jr[0] = 0L;
                    jr[3] = 0L;
                    jr[2] = 0L; //! race jr write
                    jx[2] = 0L;
                    jx[0] = 0L; //! race jx write
                    jrx[0] = 0L;
                    jrx[3] = 0L;
                    jrx[1] = 0L; //! race jrx write
                    f[1] = 0f; //! race f write
                    fLong[2] = 0f;
                    fLong[1] = 0f; //! race fLong write
                    fSame[1] = 0f;
                    fr[0] = 0f;
                    fr[3] = 0f;
                    fr[2] = 0f; //! race fr write
                    fx[2] = 0f;
                    fx[0] = 0f; //! race fx write
                    frx[0] = 0f;
                    frx[3] = 0f;
                    frx[1] = 0f; //! race frx write
                    d[1] = 0d; //! race d write
                    dLong[2] = 0d;
                    dLong[1] = 0d; //! race dLong write
                    dSame[1] = 0d;
                    dr[0] = 0d;
                    dr[3] = 0d;
                    dr[2] = 0d; //! race dr write
                    dx[2] = 0d;
                    dx[0] = 0d; //! race dx write
                    drx[0] = 0d;
                    drx[3] = 0d;
                    drx[1] = 0d; //! race drx write
                    o[1] = "a"; //! race o write
                    oLong[2] = "a";
                    oLong[1] = "a"; //! race oLong write
                    oSame[1] = "a";
                    or[0] = "a";
                    or[3] = "a";
                    or[2] = "a"; //! race or write
                    ox[2] = "a";
                    ox[0] = "a"; //! race ox write
                    orx[0] = "a";
                    orx[3] = "a";
                    orx[1] = "a"; //! race orx write
                    oc[1] = "a"; //! race oc write
                    ocLong[2] = "a";
                    ocLong[1] = "a"; //! race ocLong write
                    ocSame[1] = "a";
                    ocr[0] = "a";
                    ocr[3] = "a";
                    ocr[2] = "a"; //! race ocr write
                    ocx[2] = "a";
                    ocx[0] = "a"; //! race ocx write
                    ocrx[0] = "a";
                    ocrx[3] = "a";
                    ocrx[1] = "a"; //! race ocrx write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.mismatch(z, new boolean[2]); //! race z read
                    Arrays.mismatch(new boolean[2], zLong); //! race zLong read
                    Arrays.mismatch(zSame, zSame);
                    Arrays.mismatch(zr, 1, 3, new boolean[2], 0, 2); //! race zr read
                    Arrays.mismatch(zx, new boolean[3]); //! race zx read
                    Arrays.mismatch(new boolean[3], 0, 3, zrx, 1, 4); //! race zrx read
                    Arrays.mismatch(b, new byte[2]); //! race b read
                    Arrays.mismatch(new byte[2], bLong); //! race bLong read
                    Arrays.mismatch(bSame, bSame);
                    Arrays.mismatch(br, 1, 3, new byte[2], 0, 2); //! race br read
                    Arrays.mismatch(bx, new byte[3]); //! race bx read
                    Arrays.mismatch(new byte[3], 0, 3, brx, 1, 4); //! race brx read
                    Arrays.mismatch(c, new char[2]); //! race c read
                    Arrays.mismatch(new char[2], cLong); //! race cLong read
                    Arrays.mismatch(cSame, cSame);
                    Arrays.mismatch(cr, 1, 3, new char[2], 0, 2); //! race cr read
                    Arrays.mismatch(cx, new char[3]); //! race cx read
                    Arrays.mismatch(new char[3], 0, 3, crx, 1, 4); //! race crx read
                    Arrays.mismatch(s, new short[2]); //! race s read
                    Arrays.mismatch(new short[2], sLong); //! race sLong read
                    Arrays.mismatch(sSame, sSame);
                    Arrays.mismatch(sr, 1, 3, new short[2], 0, 2); //! race sr read
                    Arrays.mismatch(sx, new short[3]); //! race sx read
                    Arrays.mismatch(new short[3], 0, 3, srx, 1, 4); //! race srx read
                    Arrays.mismatch(i, new int[2]); //! race i read
                    Arrays.mismatch(new int[2], iLong); //! race iLong read
                    Arrays.mismatch(iSame, iSame);
                    Arrays.mismatch(ir, 1, 3, new int[2], 0, 2); //! race ir read
                    Arrays.mismatch(ix, new int[3]); //! race ix read
                    Arrays.mismatch(new int[3], 0, 3, irx, 1, 4); //! race irx read
                    Arrays.mismatch(j, new long[2]); //! race j read
                    Arrays.mismatch(new long[2], jLong); //! race jLong read
                    Arrays.mismatch(jSame, jSame);
                    Arrays.mismatch(jr, 1, 3, new long[2], 0, 2); //! race jr read
                    Arrays.mismatch(jx, new long[3]); //! race jx read
                    Arrays.mismatch(new long[3], 0, 3, jrx, 1, 4); //! race jrx read
                    Arrays.mismatch(f, new float[2]); //! race f read
                    Arrays.mismatch(new float[2], fLong); //! race fLong read
                    Arrays.mismatch(fSame, fSame);
                    Arrays.mismatch(fr, 1, 3, new float[2], 0, 2); //! race fr read
                    Arrays.mismatch(fx, new float[3]); //! race fx read
                    Arrays.mismatch(new float[3], 0, 3, frx, 1, 4); //! race frx read
                    Arrays.mismatch(d, new double[2]); //! race d read
                    Arrays.mismatch(new double[2], dLong); //! race dLong read
                    Arrays.mismatch(dSame, dSame);
                    Arrays.mismatch(dr, 1, 3, new double[2], 0, 2); //! race dr read
                    Arrays.mismatch(dx, new double[3]); //! race dx read
                    Arrays.mismatch(new double[3], 0, 3, drx, 1, 4); //! race drx read
                    Arrays.mismatch(o, new String[] {"a", "a"}); //! race o read
                    Arrays.mismatch(new String[] {"a", "a"}, oLong); //! race oLong read
                    Arrays.mismatch(oSame, oSame);
                    Arrays.mismatch(or, 1, 3, new String[] {"a", "a"}, 0, 2); //! race or read
                    Arrays.mismatch(ox, new String[] {"a", "a", "a"}); //! race ox read
                    Arrays.mismatch(new String[] {"a", "a", "a"}, 0, 3, orx, 1, 4); //! race orx read
                    Arrays.mismatch(oc, new String[] {"a", "a"}, order); //! race oc read
                    Arrays.mismatch(new String[] {"a", "a"}, ocLong, order); //! race ocLong read
                    Arrays.mismatch(ocSame, ocSame, order);
                    Arrays.mismatch(ocr, 1, 3, new String[] {"a", "a"}, 0, 2, order); //! race ocr read
                    Arrays.mismatch(ocx, new String[] {"a", "a", "a"}, order); //! race ocx read
                    Arrays.mismatch(new String[] {"a", "a", "a"}, 0, 3, ocrx, 1, 4, order); //! race ocrx read
                });
    }
}
