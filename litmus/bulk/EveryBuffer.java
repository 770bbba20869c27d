// Rule: a buffer of every type writes the array it transfers to, and reads the one it transfers from, or the range
// of it and nothing else.
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.ShortBuffer;

public class EveryBuffer {
    public static void main(String[] args) throws Exception {
        CharBuffer cFrom = CharBuffer.allocate(8);
        CharBuffer cTo = CharBuffer.allocate(8);
        char[] cg = new char[2], cgr = new char[4], cp = new char[2], cpr = new char[4];
        ShortBuffer sFrom = ShortBuffer.allocate(8);
        ShortBuffer sTo = ShortBuffer.allocate(8);
        short[] sg = new short[2], sgr = new short[4], sp = new short[2], spr = new short[4];
        IntBuffer iFrom = IntBuffer.allocate(8);
        IntBuffer iTo = IntBuffer.allocate(8);
        int[] ig = new int[2], igr = new int[4], ip = new int[2], ipr = new int[4];
        LongBuffer jFrom = LongBuffer.allocate(8);
        LongBuffer jTo = LongBuffer.allocate(8);
        long[] jg = new long[2], jgr = new long[4], jp = new long[2], jpr = new long[4];
        FloatBuffer fFrom = FloatBuffer.allocate(8);
        FloatBuffer fTo = FloatBuffer.allocate(8);
        float[] fg = new float[2], fgr = new float[4], fp = new float[2], fpr = new float[4];
        DoubleBuffer dFrom = DoubleBuffer.allocate(8);
        DoubleBuffer dTo = DoubleBuffer.allocate(8);
        double[] dg = new double[2], dgr = new double[4], dp = new double[2], dpr = new double[4];
        MappedByteBuffer mFrom = (MappedByteBuffer) ByteBuffer.allocateDirect(8);
        MappedByteBuffer mTo = (MappedByteBuffer) ByteBuffer.allocateDirect(8);
        byte[] mg = new byte[2], mgr = new byte[4], mp = new byte[2], mpr = new byte[4];
        Order.run(
                () -> {
                    char vc = cg[1]; //! race cg read
                    cgr[0] = cgr[3];
                    vc = cgr[2]; //! race cgr read
                    cp[1] = 'c'; //! race cp write
                    cpr[0] = 'c';
                    cpr[3] = 'c';
                    cpr[2] = 'c'; //! race cpr write
                    short vs = sg[1]; //! race sg read
                    sgr[0] = sgr[3];
                    vs = sgr[2]; //! race sgr read
                    sp[1] = 1; //! race sp write
                    spr[0] = 1;
                    spr[3] = 1;
                    spr[2] = 1; //! race spr write
                    int vi = ig[1]; //! race ig read
                    igr[0] = igr[3];
                    vi = igr[2]; //! race igr read
                    ip[1] = 1; //! race ip write
                    ipr[0] = 1;
                    ipr[3] = 1;
                    ipr[2] = 1; //! race ipr write
                    long vj = jg[1]; //! race jg read
                    jgr[0] = jgr[3];
                    vj = jgr[2]; //! race jgr read
                    jp[1] = 1L; //! race jp write
                    jpr[0] = 1L;
                    jpr[3] = 1L;
                    jpr[2] = 1L; //! race jpr write
                    float vf = fg[1]; //! race fg read
                    fgr[0] = fgr[3];
                    vf = fgr[2]; //! race fgr read
                    fp[1] = 1f; //! race fp write
                    fpr[0] = 1f;
                    fpr[3] = 1f;
                    fpr[2] = 1f; //! race fpr write
                    double vd = dg[1]; //! race dg read
                    dgr[0] = dgr[3];
                    vd = dgr[2]; //! race dgr read
                    dp[1] = 1d; //! race dp write
                    dpr[0] = 1d;
                    dpr[3] = 1d;
                    dpr[2] = 1d; //! race dpr write
                    byte vm = mg[1]; //! race mg read
                    mgr[0] = mgr[3];
                    vm = mgr[2]; //! race mgr read
                    mp[1] = 1; //! race mp write
                    mpr[0] = 1;
                    mpr[3] = 1;
                    mpr[2] = 1; //! race mpr write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    cFrom.get(cg); //! race cg write
                    cFrom.get(cgr, 1, 2); //! race cgr write
                    cTo.put(cp); //! race cp read
                    cTo.put(cpr, 1, 2); //! race cpr read
                    sFrom.get(sg); //! race sg write
                    sFrom.get(sgr, 1, 2); //! race sgr write
                    sTo.put(sp); //! race sp read
                    sTo.put(spr, 1, 2); //! race spr read
                    iFrom.get(ig); //! race ig write
                    iFrom.get(igr, 1, 2); //! race igr write
                    iTo.put(ip); //! race ip read
                    iTo.put(ipr, 1, 2); //! race ipr read
                    jFrom.get(jg); //! race jg write
                    jFrom.get(jgr, 1, 2); //! race jgr write
                    jTo.put(jp); //! race jp read
                    jTo.put(jpr, 1, 2); //! race jpr read
                    fFrom.get(fg); //! race fg write
                    fFrom.get(fgr, 1, 2); //! race fgr write
                    fTo.put(fp); //! race fp read
                    fTo.put(fpr, 1, 2); //! race fpr read
                    dFrom.get(dg); //! race dg write
                    dFrom.get(dgr, 1, 2); //! race dgr write
                    dTo.put(dp); //! race dp read
                    dTo.put(dpr, 1, 2); //! race dpr read
                    mFrom.get(mg); //! race mg write
                    mFrom.get(mgr, 1, 2); //! race mgr write
                    mTo.put(mp); //! race mp read
                    mTo.put(mpr, 1, 2); //! race mpr read
                });
    }
}
