// Rule: Arrays.compare and compareUnsigned read both arrays of every type, or the ranges of them, if they are equal.
// Of others it is not known what they read. An array is not compared with itself.
import java.util.Arrays;
import java.util.Comparator;

public class EveryCompare {
    public static void main(String[] args) throws Exception {
        Comparator<String> order = Comparator.naturalOrder();
        boolean[] z = new boolean[2], z2 = new boolean[2], zr = new boolean[4], zr2 = new boolean[4];
        boolean[] zx = {true, false}, zrx = {true, false}, zSame = new boolean[2];
        byte[] b = new byte[2], b2 = new byte[2], br = new byte[4], br2 = new byte[4];
        byte[] bx = {1, 0}, brx = {1, 0}, bSame = new byte[2];
        char[] c = new char[2], c2 = new char[2], cr = new char[4], cr2 = new char[4];
        char[] cx = {'c', 0}, crx = {'c', 0}, cSame = new char[2];
        short[] s = new short[2], s2 = new short[2], sr = new short[4], sr2 = new short[4];
        short[] sx = {1, 0}, srx = {1, 0}, sSame = new short[2];
        int[] i = new int[2], i2 = new int[2], ir = new int[4], ir2 = new int[4];
        int[] ix = {1, 0}, irx = {1, 0}, iSame = new int[2];
        long[] j = new long[2], j2 = new long[2], jr = new long[4], jr2 = new long[4];
        long[] jx = {1L, 0L}, jrx = {1L, 0L}, jSame = new long[2];
        float[] f = new float[2], f2 = new float[2], fr = new float[4], fr2 = new float[4];
        float[] fx = {1f, 0f}, frx = {1f, 0f}, fSame = new float[2];
        double[] d = new double[2], d2 = new double[2], dr = new double[4], dr2 = new double[4];
        double[] dx = {1d, 0d}, drx = {1d, 0d}, dSame = new double[2];
        String[] o = {"a", "a"}, o2 = {"a", "a"}, or = {"a", "a", "a", "a"}, or2 = {"a", "a", "a", "a"};
        String[] ox = {"b", "a"}, orx = {"b", "a"}, oSame = {"a", "a"};
        String[] oc = {"a", "a"}, oc2 = {"a", "a"}, ocr = {"a", "a", "a", "a"}, ocr2 = {"a", "a", "a", "a"};
        String[] ocx = {"b", "a"}, ocrx = {"b", "a"}, ocSame = {"a", "a"};
        byte[] bu = new byte[2], bu2 = new byte[2], bur = new byte[4], bur2 = new byte[4];
        byte[] bux = {1, 0}, burx = {1, 0}, buSame = new byte[2];
        short[] su = new short[2], su2 = new short[2], sur = new short[4], sur2 = new short[4];
        short[] sux = {1, 0}, surx = {1, 0}, suSame = new short[2];
        int[] iu = new int[2], iu2 = new int[2], iur = new int[4], iur2 = new int[4];
        int[] iux = {1, 0}, iurx = {1, 0}, iuSame = new int[2];
        long[] ju = new long[2], ju2 = new long[2], jur = new long[4], jur2 = new long[4];
        long[] jux = {1L, 0L}, jurx = {1L, 0L}, juSame = new long[2];
        Order.run(
                () -> {
                    z[1] = false; //! race z write
                    z2[1] = false; //! race z2 write
                    zr[0] = false;
                    zr[3] = false;
                    zr[2] = false; //! race zr write
                    zr2[0] = false;
                    zr2[3] = false;
                    zr2[2] = false; //! race zr2 write
                    zx[1] = false;
                    zrx[1] = false;
                    zSame[1] = false;
                    b[1] = 0; //! race b write
                    b2[1] = 0; //! race b2 write
                    br[0] = 0;
                    br[3] = 0;
                    br[2] = 0; //! race br write
                    br2[0] = 0;
                    br2[3] = 0;
                    br2[2] = 0; //! race br2 write
                    bx[1] = 0;
                    brx[1] = 0;
                    bSame[1] = 0;
                    c[1] = 0; //! race c write
                    c2[1] = 0; //! race c2 write
                    cr[0] = 0;
                    cr[3] = 0;
                    cr[2] = 0; //! race cr write
                    cr2[0] = 0;
                    cr2[3] = 0;
                    cr2[2] = 0; //! race cr2 write
                    cx[1] = 0;
                    crx[1] = 0;
                    cSame[1] = 0;
                    s[1] = 0; //! race s write
                    s2[1] = 0; //! race s2 write
                    sr[0] = 0;
                    sr[3] = 0;
                    sr[2] = 0; //! race sr write
                    sr2[0] = 0;
                    sr2[3] = 0;
                    sr2[2] = 0; //! race sr2 write
                    sx[1] = 0;
                    srx[1] = 0;
                    sSame[1] = 0;
                    i[1] = 0; //! race i write
                    i2[1] = 0; //! race i2 write
                    ir[0] = 0;
                    ir[3] = 0;
                    ir[2] = 0; //! race ir write
                    ir2[0] = 0;
                    ir2[3] = 0;
                    ir2[2] = 0; //! race ir2 write
                    ix[1] = 0;
                    irx[1] = 0;
                    iSame[1] = 0;
                    j[1] = 0L; //! race j write
                    j2[1] = 0L; //! race j2 write
                    jr[0] = 0L;
                    jr[3] = 0L;
                    jr[2] = 0L; //! race jr write
                    jr2[0] = 0L;
                    jr2[3] = 0L;
                    jr2[2] = 0L; //! race jr2 write
                    jx[1] = 0L;
                    jrx[1] = 0L;
                    jSame[1] = 0L;
                    f[1] = 0f; //! race f write
                    f2[1] = 0f; //! race f2 write
                    fr[0] = 0f;
                    fr[3] = 0f;
                    fr[2] = 0f; //! race fr write
                    fr2[0] = 0f;
                    fr2[3] = 0f;
                    fr2[2] = 0f; //! race fr2 write
                    fx[1] = 0f;
                    frx[1] = 0f;
                    fSame[1] = 0f;
                    d[1] = 0d; //! race d write
                    d2[1] = 0d; //! race d2 write
                    dr[0] = 0d;
                    dr[3] = 0d;
                    dr[2] = 0d; //! race dr write
                    dr2[0] = 0d;
                    dr2[3] = 0d;
                    dr2[2] = 0d; //! race dr2 write
                    dx[1] = 0d;
                    drx[1] = 0d;
                    dSame[1] = 0d;
                    o[1] = "a"; //! race o write
                    o2[1] = "a"; //! race o2 write
                    or[0] = "a";
                    or[3] = "a";
                    or[2] = "a"; //! race or write
                    or2[0] = "a";
                    or2[3] = "a";
                    or2[2] = "a"; //! race or2 write
                    ox[1] = "a";
                    orx[1] = "a";
                    oSame[1] = "a";
                    oc[1] = "a"; //! race oc write
                    oc2[1] = "a"; //! race oc2 write
                    ocr[0] = "a";
                    ocr[3] = "a";
                    ocr[2] = "a"; //! race ocr write
                    ocr2[0] = "a";
                    ocr2[3] = "a";
                    ocr2[2] = "a"; //! race ocr2 write
                    ocx[1] = "a";
                    ocrx[1] = "a";
                    ocSame[1] = "a";
                    bu[1] = 0; //! race bu write
                    bu2[1] = 0; //! race bu2 write
                    bur[0] = 0;
                    bur[3] = 0;
                    bur[2] = 0; //! race bur write
                    bur2[0] = 0;
                    bur2[3] = 0;
                    bur2[2] = 0; //! race bur2 write
                    bux[1] = 0;
                    burx[1] = 0;
                    buSame[1] = 0;
                    su[1] = 0; //! race su write
                    su2[1] = 0; //! race su2 write
                    sur[0] = 0;
                    sur[3] = 0;
                    sur[2] = 0; //! race sur write
                    sur2[0] = 0;
                    sur2[3] = 0;
                    sur2[2] = 0; //! race sur2 write
                    sux[1] = 0;
                    surx[1] = 0;
                    suSame[1] = 0;
                    iu[1] = 0; //! race iu write
                    iu2[1] = 0; //! race iu2 write
                    iur[0] = 0;
                    iur[3] = 0;
                    iur[2] = 0; //! race iur write
                    iur2[0] = 0;
                    iur2[3] = 0;
                    iur2[2] = 0; //! race iur2 write
                    iux[1] = 0;
                    iurx[1] = 0;
                    iuSame[1] = 0;
                    ju[1] = 0L; //! race ju write
                    ju2[1] = 0L; //! race ju2 write
                    jur[0] = 0L;
                    jur[3] = 0L;
                    jur[2] = 0L; //! race jur write
                    jur2[0] = 0L;
                    jur2[3] = 0L;
                    jur2[2] = 0L; //! race jur2 write
                    jux[1] = 0L;
                    jurx[1] = 0L;
                    juSame[1] = 0L;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.compare(z, new boolean[2]); //! race z read
                    Arrays.compare(new boolean[2], z2); //! race z2 read
                    Arrays.compare(zr, 1, 3, new boolean[2], 0, 2); //! race zr read
                    Arrays.compare(new boolean[2], 0, 2, zr2, 1, 3); //! race zr2 read
                    Arrays.compare(zx, new boolean[2]);
                    Arrays.compare(zrx, 0, 2, new boolean[2], 0, 2);
                    Arrays.compare(zSame, zSame);
                    Arrays.compare(b, new byte[2]); //! race b read
                    Arrays.compare(new byte[2], b2); //! race b2 read
                    Arrays.compare(br, 1, 3, new byte[2], 0, 2); //! race br read
                    Arrays.compare(new byte[2], 0, 2, br2, 1, 3); //! race br2 read
                    Arrays.compare(bx, new byte[2]);
                    Arrays.compare(brx, 0, 2, new byte[2], 0, 2);
                    Arrays.compare(bSame, bSame);
                    Arrays.compare(c, new char[2]); //! race c read
                    Arrays.compare(new char[2], c2); //! race c2 read
                    Arrays.compare(cr, 1, 3, new char[2], 0, 2); //! race cr read
                    Arrays.compare(new char[2], 0, 2, cr2, 1, 3); //! race cr2 read
                    Arrays.compare(cx, new char[2]);
                    Arrays.compare(crx, 0, 2, new char[2], 0, 2);
                    Arrays.compare(cSame, cSame);
                    Arrays.compare(s, new short[2]); //! race s read
                    Arrays.compare(new short[2], s2); //! race s2 read
                    Arrays.compare(sr, 1, 3, new short[2], 0, 2); //! race sr read
                    Arrays.compare(new short[2], 0, 2, sr2, 1, 3); //! race sr2 read
                    Arrays.compare(sx, new short[2]);
                    Arrays.compare(srx, 0, 2, new short[2], 0, 2);
                    Arrays.compare(sSame, sSame);
                    Arrays.compare(i, new int[2]); //! race i read
                    Arrays.compare(new int[2], i2); //! race i2 read
                    Arrays.compare(ir, 1, 3, new int[2], 0, 2); //! race ir read
                    Arrays.compare(new int[2], 0, 2, ir2, 1, 3); //! race ir2 read
                    Arrays.compare(ix, new int[2]);
                    Arrays.compare(irx, 0, 2, new int[2], 0, 2);
                    Arrays.compare(iSame, iSame);
                    Arrays.compare(j, new long[2]); //! race j read
                    Arrays.compare(new long[2], j2); //! race j2 read
                    Arrays.compare(jr, 1, 3, new long[2], 0, 2); //! race jr read
                    Arrays.compare(new long[2], 0, 2, jr2, 1, 3); //! race jr2 read
                    Arrays.compare(jx, new long[2]);
                    Arrays.compare(jrx, 0, 2, new long[2], 0, 2);
                    Arrays.compare(jSame, jSame);
                    Arrays.compare(f, new float[2]); //! race f read
                    Arrays.compare(new float[2], f2); //! race f2 read
                    Arrays.compare(fr, 1, 3, new float[2], 0, 2); //! race fr read
                    Arrays.compare(new float[2], 0, 2, fr2, 1, 3); //! race fr2 read
                    Arrays.compare(fx, new float[2]);
                    Arrays.compare(frx, 0, 2, new float[2], 0, 2);
                    Arrays.compare(fSame, fSame);
                    Arrays.compare(d, new double[2]); //! race d read
                    Arrays.compare(new double[2], d2); //! race d2 read
                    Arrays.compare(dr, 1, 3, new double[2], 0, 2); //! race dr read
                    Arrays.compare(new double[2], 0, 2, dr2, 1, 3); //! race dr2 read
                    Arrays.compare(dx, new double[2]);
                    Arrays.compare(drx, 0, 2, new double[2], 0, 2);
                    Arrays.compare(dSame, dSame);
                    Arrays.compare(o, new String[] {"a", "a"}); //! race o read
                    Arrays.compare(new String[] {"a", "a"}, o2); //! race o2 read
                    Arrays.compare(or, 1, 3, new String[] {"a", "a"}, 0, 2); //! race or read
                    Arrays.compare(new String[] {"a", "a"}, 0, 2, or2, 1, 3); //! race or2 read
                    Arrays.compare(ox, new String[] {"a", "a"});
                    Arrays.compare(orx, 0, 2, new String[] {"a", "a"}, 0, 2);
                    Arrays.compare(oSame, oSame);
                    Arrays.compare(oc, new String[] {"a", "a"}, order); //! race oc read
                    Arrays.compare(new String[] {"a", "a"}, oc2, order); //! race oc2 read
                    Arrays.compare(ocr, 1, 3, new String[] {"a", "a"}, 0, 2, order); //! race ocr read
                    Arrays.compare(new String[] {"a", "a"}, 0, 2, ocr2, 1, 3, order); //! race ocr2 read
                    Arrays.compare(ocx, new String[] {"a", "a"}, order);
                    Arrays.compare(ocrx, 0, 2, new String[] {"a", "a"}, 0, 2, order);
                    Arrays.compare(ocSame, ocSame, order);
                    Arrays.compareUnsigned(bu, new byte[2]); //! race bu read
                    Arrays.compareUnsigned(new byte[2], bu2); //! race bu2 read
                    Arrays.compareUnsigned(bur, 1, 3, new byte[2], 0, 2); //! race bur read
                    Arrays.compareUnsigned(new byte[2], 0, 2, bur2, 1, 3); //! race bur2 read
                    Arrays.compareUnsigned(bux, new byte[2]);
                    Arrays.compareUnsigned(burx, 0, 2, new byte[2], 0, 2);
                    Arrays.compareUnsigned(buSame, buSame);
                    Arrays.compareUnsigned(su, new short[2]); //! race su read
                    Arrays.compareUnsigned(new short[2], su2); //! race su2 read
                    Arrays.compareUnsigned(sur, 1, 3, new short[2], 0, 2); //! race sur read
                    Arrays.compareUnsigned(new short[2], 0, 2, sur2, 1, 3); //! race sur2 read
                    Arrays.compareUnsigned(sux, new short[2]);
                    Arrays.compareUnsigned(surx, 0, 2, new short[2], 0, 2);
                    Arrays.compareUnsigned(suSame, suSame);
                    Arrays.compareUnsigned(iu, new int[2]); //! race iu read
                    Arrays.compareUnsigned(new int[2], iu2); //! race iu2 read
                    Arrays.compareUnsigned(iur, 1, 3, new int[2], 0, 2); //! race iur read
                    Arrays.compareUnsigned(new int[2], 0, 2, iur2, 1, 3); //! race iur2 read
                    Arrays.compareUnsigned(iux, new int[2]);
                    Arrays.compareUnsigned(iurx, 0, 2, new int[2], 0, 2);
                    Arrays.compareUnsigned(iuSame, iuSame);
                    Arrays.compareUnsigned(ju, new long[2]); //! race ju read
                    Arrays.compareUnsigned(new long[2], ju2); //! race ju2 read
                    Arrays.compareUnsigned(jur, 1, 3, new long[2], 0, 2); //! race jur read
                    Arrays.compareUnsigned(new long[2], 0, 2, jur2, 1, 3); //! race jur2 read
                    Arrays.compareUnsigned(jux, new long[2]);
                    Arrays.compareUnsigned(jurx, 0, 2, new long[2], 0, 2);
                    Arrays.compareUnsigned(juSame, juSame);
                });
    }
}
