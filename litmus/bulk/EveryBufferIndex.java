// Rule: so does a transfer at an index of the buffer.
//! jdk 13
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.MappedByteBuffer;
import java.nio.ShortBuffer;

public class EveryBufferIndex {
    public static void main(String[] args) throws Exception {
        ByteBuffer bFrom = ByteBuffer.allocate(8);
        ByteBuffer bTo = ByteBuffer.allocate(8);
        byte[] bg = new byte[2], bgr = new byte[4], bp = new byte[2], bpr = new byte[4];
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
                    byte vb = bg[1]; //! race bg read
                    bgr[0] = bgr[3];
                    vb = bgr[2]; //! race bgr read
                    bp[1] = 1; //! race bp write
                    bpr[0] = 1;
                    bpr[3] = 1;
                    bpr[2] = 1; //! race bpr write
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
                    bFrom.get(0, bg); //! race bg write
                    bFrom.get(0, bgr, 1, 2); //! race bgr write
                    bTo.put(0, bp); //! race bp read
                    bTo.put(0, bpr, 1, 2); //! race bpr read
                    cFrom.get(0, cg); //! race cg write
                    cFrom.get(0, cgr, 1, 2); //! race cgr write
                    cTo.put(0, cp); //! race cp read
                    cTo.put(0, cpr, 1, 2); //! race cpr read
                    sFrom.get(0, sg); //! race sg write
                    sFrom.get(0, sgr, 1, 2); //! race sgr write
                    sTo.put(0, sp); //! race sp read
                    sTo.put(0, spr, 1, 2); //! race spr read
                    iFrom.get(0, ig); //! race ig write
                    iFrom.get(0, igr, 1, 2); //! race igr write
                    iTo.put(0, ip); //! race ip read
                    iTo.put(0, ipr, 1, 2); //! race ipr read
                    jFrom.get(0, jg); //! race jg write
                    jFrom.get(0, jgr, 1, 2); //! race jgr write
                    jTo.put(0, jp); //! race jp read
                    jTo.put(0, jpr, 1, 2); //! race jpr read
                    fFrom.get(0, fg); //! race fg write
                    fFrom.get(0, fgr, 1, 2); //! race fgr write
                    fTo.put(0, fp); //! race fp read
                    fTo.put(0, fpr, 1, 2); //! race fpr read
                    dFrom.get(0, dg); //! race dg write
                    dFrom.get(0, dgr, 1, 2); //! race dgr write
                    dTo.put(0, dp); //! race dp read
                    dTo.put(0, dpr, 1, 2); //! race dpr read
                    mFrom.get(0, mg); //! race mg write
                    mFrom.get(0, mgr, 1, 2); //! race mgr write
                    mTo.put(0, mp); //! race mp read
                    mTo.put(0, mpr, 1, 2); //! race mpr read
                });
    }
}
