// Rule: program order alone does not order two threads. A write, then a read of an element of an
// array of every type (boolean and byte arrays share their instructions).
public class ArrayEveryType {
    public static void main(String[] args) throws Exception {
        boolean[] z = new boolean[2];
        byte[] b = new byte[2];
        char[] c = new char[2];
        short[] s = new short[2];
        int[] i = new int[2];
        long[] j = new long[2];
        float[] f = new float[2];
        double[] d = new double[2];
        Object[] o = new Object[2];
        Order.run(
                () -> {
                    z[1] = true; //! race z write
                    b[1] = 1; //! race b write
                    c[1] = 'c'; //! race c write
                    s[1] = 1; //! race s write
                    i[1] = 1; //! race i write
                    j[1] = 1L; //! race j write tears
                    f[1] = 1f; //! race f write
                    d[1] = 1d; //! race d write tears
                    o[1] = "o"; //! race o write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean vz = z[1]; //! race z read
                    byte vb = b[1]; //! race b read
                    char vc = c[1]; //! race c read
                    short vs = s[1]; //! race s read
                    int vi = i[1]; //! race i read
                    long vj = j[1]; //! race j read tears
                    float vf = f[1]; //! race f read
                    double vd = d[1]; //! race d read tears
                    Object vo = o[1]; //! race o read
                });
    }
}
