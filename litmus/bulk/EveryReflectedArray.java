// Rule: every method of java.lang.reflect.Array reads or writes the element it is asked for, and no other.
import java.lang.reflect.Array;

public class EveryReflectedArray {
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
        boolean[] zs = new boolean[2];
        byte[] bs = new byte[2];
        char[] cs = new char[2];
        short[] ss = new short[2];
        int[] is = new int[2];
        long[] js = new long[2];
        float[] fs = new float[2];
        double[] ds = new double[2];
        String[] os = new String[2];
        Order.run(
                () -> {
                    z[0] = true;
                    z[1] = true; //! race z write
                    b[0] = 1;
                    b[1] = 1; //! race b write
                    c[0] = 'c';
                    c[1] = 'c'; //! race c write
                    s[0] = 1;
                    s[1] = 1; //! race s write
                    i[0] = 1;
                    i[1] = 1; //! race i write
                    j[0] = 1L;
                    j[1] = 1L; //! race j write
                    f[0] = 1f;
                    f[1] = 1f; //! race f write
                    d[0] = 1d;
                    d[1] = 1d; //! race d write
                    o[0] = "o";
                    o[1] = "o"; //! race o write
                    boolean vzs = zs[1]; //! race zs read
                    vzs = zs[0];
                    byte vbs = bs[1]; //! race bs read
                    vbs = bs[0];
                    char vcs = cs[1]; //! race cs read
                    vcs = cs[0];
                    short vss = ss[1]; //! race ss read
                    vss = ss[0];
                    int vis = is[1]; //! race is read
                    vis = is[0];
                    long vjs = js[1]; //! race js read
                    vjs = js[0];
                    float vfs = fs[1]; //! race fs read
                    vfs = fs[0];
                    double vds = ds[1]; //! race ds read
                    vds = ds[0];
                    String vos = os[1]; //! race os read
                    vos = os[0];
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Array.getBoolean(z, 1); //! race z read
                    Array.getByte(b, 1); //! race b read
                    Array.getChar(c, 1); //! race c read
                    Array.getShort(s, 1); //! race s read
                    Array.getInt(i, 1); //! race i read
                    Array.getLong(j, 1); //! race j read
                    Array.getFloat(f, 1); //! race f read
                    Array.getDouble(d, 1); //! race d read
                    Array.get(o, 1); //! race o read
                    Array.setBoolean(zs, 1, true); //! race zs write
                    Array.setByte(bs, 1, (byte) 1); //! race bs write
                    Array.setChar(cs, 1, 'c'); //! race cs write
                    Array.setShort(ss, 1, (short) 1); //! race ss write
                    Array.setInt(is, 1, 1); //! race is write
                    Array.setLong(js, 1, 1L); //! race js write
                    Array.setFloat(fs, 1, 1f); //! race fs write
                    Array.setDouble(ds, 1, 1d); //! race ds write
                    Array.set(os, 1, "o"); //! race os write
                });
    }
}
