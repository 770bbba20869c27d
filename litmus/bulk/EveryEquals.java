// Rule: Arrays.equals reads both arrays, of every type, if they are equal. Of others it is not known what it read.
import java.util.Arrays;

public class EveryEquals {
    public static void main(String[] args) throws Exception {
        boolean[] z = new boolean[2], z2 = new boolean[2], zx = {false, true};
        byte[] b = new byte[2], b2 = new byte[2], bx = {0, 1};
        char[] c = new char[2], c2 = new char[2], cx = {0, 'c'};
        short[] s = new short[2], s2 = new short[2], sx = {0, 1};
        int[] i = new int[2], i2 = new int[2], ix = {0, 1};
        long[] j = new long[2], j2 = new long[2], jx = {0L, 1L};
        float[] f = new float[2], f2 = new float[2], fx = {0f, 1f};
        double[] d = new double[2], d2 = new double[2], dx = {0d, 1d};
        String[] o = new String[2], o2 = new String[2], ox = {null, "o"};
        Order.run(
                () -> {
                    z[1] = false; //! race z write
                    z2[1] = false; //! race z2 write
                    zx[0] = false;
                    b[1] = 0; //! race b write
                    b2[1] = 0; //! race b2 write
                    bx[0] = 0;
                    c[1] = 0; //! race c write
                    c2[1] = 0; //! race c2 write
                    cx[0] = 0;
                    s[1] = 0; //! race s write
                    s2[1] = 0; //! race s2 write
                    sx[0] = 0;
                    i[1] = 0; //! race i write
                    i2[1] = 0; //! race i2 write
                    ix[0] = 0;
                    j[1] = 0L; //! race j write
                    j2[1] = 0L; //! race j2 write
                    jx[0] = 0L;
                    f[1] = 0f; //! race f write
                    f2[1] = 0f; //! race f2 write
                    fx[0] = 0f;
                    d[1] = 0d; //! race d write
                    d2[1] = 0d; //! race d2 write
                    dx[0] = 0d;
                    o[1] = null; //! race o write
                    o2[1] = null; //! race o2 write
                    ox[0] = null;
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    Arrays.equals(z, new boolean[2]); //! race z read
                    Arrays.equals(new boolean[2], z2); //! race z2 read
                    Arrays.equals(zx, new boolean[2]);
                    Arrays.equals(b, new byte[2]); //! race b read
                    Arrays.equals(new byte[2], b2); //! race b2 read
                    Arrays.equals(bx, new byte[2]);
                    Arrays.equals(c, new char[2]); //! race c read
                    Arrays.equals(new char[2], c2); //! race c2 read
                    Arrays.equals(cx, new char[2]);
                    Arrays.equals(s, new short[2]); //! race s read
                    Arrays.equals(new short[2], s2); //! race s2 read
                    Arrays.equals(sx, new short[2]);
                    Arrays.equals(i, new int[2]); //! race i read
                    Arrays.equals(new int[2], i2); //! race i2 read
                    Arrays.equals(ix, new int[2]);
                    Arrays.equals(j, new long[2]); //! race j read
                    Arrays.equals(new long[2], j2); //! race j2 read
                    Arrays.equals(jx, new long[2]);
                    Arrays.equals(f, new float[2]); //! race f read
                    Arrays.equals(new float[2], f2); //! race f2 read
                    Arrays.equals(fx, new float[2]);
                    Arrays.equals(d, new double[2]); //! race d read
                    Arrays.equals(new double[2], d2); //! race d2 read
                    Arrays.equals(dx, new double[2]);
                    Arrays.equals(o, new String[2]); //! race o read
                    Arrays.equals(new String[2], o2); //! race o2 read
                    Arrays.equals(ox, new String[2]);
                });
    }
}
