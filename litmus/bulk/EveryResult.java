// Rule: an array that a library method has made was written by the one who called it.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

public class EveryResult {
    static final String TEXT = "text";

    public static void main(String[] args) throws Exception {
        Publication.prepare();
        boolean[] z = new boolean[2];
        byte[] b = new byte[2];
        char[] c = new char[2];
        short[] s = new short[2];
        int[] i = new int[2];
        long[] j = new long[2];
        float[] f = new float[2];
        double[] d = new double[2];
        String[] o = new String[2];
        InputStream input = new ByteArrayInputStream(new byte[2]);
        InputStream more = new ByteArrayInputStream(new byte[2]);
        ByteArrayOutputStream sink = new ByteArrayOutputStream();
        sink.write(new byte[2]);
        CharArrayWriter writer = new CharArrayWriter();
        writer.write(TEXT);
        Order.run(
                () -> {
                    Publication.publish(0, Arrays.copyOf(z, 2)); //! race zc write
                    Publication.publish(1, Arrays.copyOf(b, 2)); //! race bc write
                    Publication.publish(2, Arrays.copyOf(c, 2)); //! race cc write
                    Publication.publish(3, Arrays.copyOf(s, 2)); //! race sc write
                    Publication.publish(4, Arrays.copyOf(i, 2)); //! race ic write
                    Publication.publish(5, Arrays.copyOf(j, 2)); //! race jc write
                    Publication.publish(6, Arrays.copyOf(f, 2)); //! race fc write
                    Publication.publish(7, Arrays.copyOf(d, 2)); //! race dc write
                    Publication.publish(8, Arrays.copyOf(o, 2)); //! race oc write
                    Publication.publish(9, Arrays.copyOf(o, 2, Object[].class)); //! race occ write
                    Publication.publish(10, Arrays.copyOfRange(z, 0, 2)); //! race zr write
                    Publication.publish(11, Arrays.copyOfRange(b, 0, 2)); //! race br write
                    Publication.publish(12, Arrays.copyOfRange(c, 0, 2)); //! race cr write
                    Publication.publish(13, Arrays.copyOfRange(s, 0, 2)); //! race sr write
                    Publication.publish(14, Arrays.copyOfRange(i, 0, 2)); //! race ir write
                    Publication.publish(15, Arrays.copyOfRange(j, 0, 2)); //! race jr write
                    Publication.publish(16, Arrays.copyOfRange(f, 0, 2)); //! race fr write
                    Publication.publish(17, Arrays.copyOfRange(d, 0, 2)); //! race dr write
                    Publication.publish(18, Arrays.copyOfRange(o, 0, 2)); //! race or write
                    Publication.publish(19, Arrays.copyOfRange(o, 0, 2, Object[].class)); //! race orc write
                    Publication.publish(20, TEXT.toCharArray()); //! race chars write
                    Publication.publish(21, TEXT.getBytes()); //! race bytes write
                    Publication.publish(22, TEXT.getBytes("UTF-8")); //! race named write
                    Publication.publish(23, TEXT.getBytes(StandardCharsets.UTF_8)); //! race coded write
                    Publication.publish(24, input.readAllBytes()); //! race all write
                    Publication.publish(25, more.readNBytes(2)); //! race some write
                    Publication.publish(26, sink.toByteArray()); //! race sunk write
                    Publication.publish(27, writer.toCharArray()); //! race written write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    boolean[] zc = (boolean[]) Publication.published(0);
                    boolean vzc = zc[1]; //! race zc read
                    byte[] bc = (byte[]) Publication.published(1);
                    byte vbc = bc[1]; //! race bc read
                    char[] cc = (char[]) Publication.published(2);
                    char vcc = cc[1]; //! race cc read
                    short[] sc = (short[]) Publication.published(3);
                    short vsc = sc[1]; //! race sc read
                    int[] ic = (int[]) Publication.published(4);
                    int vic = ic[1]; //! race ic read
                    long[] jc = (long[]) Publication.published(5);
                    long vjc = jc[1]; //! race jc read
                    float[] fc = (float[]) Publication.published(6);
                    float vfc = fc[1]; //! race fc read
                    double[] dc = (double[]) Publication.published(7);
                    double vdc = dc[1]; //! race dc read
                    String[] oc = (String[]) Publication.published(8);
                    String voc = oc[1]; //! race oc read
                    Object[] occ = (Object[]) Publication.published(9);
                    Object vocc = occ[1]; //! race occ read
                    boolean[] zr = (boolean[]) Publication.published(10);
                    boolean vzr = zr[1]; //! race zr read
                    byte[] br = (byte[]) Publication.published(11);
                    byte vbr = br[1]; //! race br read
                    char[] cr = (char[]) Publication.published(12);
                    char vcr = cr[1]; //! race cr read
                    short[] sr = (short[]) Publication.published(13);
                    short vsr = sr[1]; //! race sr read
                    int[] ir = (int[]) Publication.published(14);
                    int vir = ir[1]; //! race ir read
                    long[] jr = (long[]) Publication.published(15);
                    long vjr = jr[1]; //! race jr read
                    float[] fr = (float[]) Publication.published(16);
                    float vfr = fr[1]; //! race fr read
                    double[] dr = (double[]) Publication.published(17);
                    double vdr = dr[1]; //! race dr read
                    String[] or = (String[]) Publication.published(18);
                    String vor = or[1]; //! race or read
                    Object[] orc = (Object[]) Publication.published(19);
                    Object vorc = orc[1]; //! race orc read
                    char[] chars = (char[]) Publication.published(20);
                    char vchars = chars[1]; //! race chars read
                    byte[] bytes = (byte[]) Publication.published(21);
                    byte vbytes = bytes[1]; //! race bytes read
                    byte[] named = (byte[]) Publication.published(22);
                    byte vnamed = named[1]; //! race named read
                    byte[] coded = (byte[]) Publication.published(23);
                    byte vcoded = coded[1]; //! race coded read
                    byte[] all = (byte[]) Publication.published(24);
                    byte vall = all[1]; //! race all read
                    byte[] some = (byte[]) Publication.published(25);
                    byte vsome = some[1]; //! race some read
                    byte[] sunk = (byte[]) Publication.published(26);
                    byte vsunk = sunk[1]; //! race sunk read
                    char[] written = (char[]) Publication.published(27);
                    char vwritten = written[1]; //! race written read
                });
    }
}
