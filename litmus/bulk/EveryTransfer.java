// Rule: streams, readers, files and buffers write the array they transfer to, and read the one they transfer from,
// or the range of it and nothing else.
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.RandomAccessFile;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;

public class EveryTransfer {
    public static void main(String[] args) throws Exception {
        InputStream bytes = new ByteArrayInputStream(new byte[4]);
        Reader chars = new StringReader("text");
        ByteBuffer from = ByteBuffer.allocate(8);
        ByteBuffer to = ByteBuffer.allocate(8);
        DataInputStream data = new DataInputStream(new ByteArrayInputStream(new byte[4]));
        ByteArrayOutputStream serialized = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(serialized)) {
            out.write(new byte[4]);
        }
        ObjectInputStream object = new ObjectInputStream(new ByteArrayInputStream(serialized.toByteArray()));
        File path = File.createTempFile("litmus", null);
        path.deleteOnExit();
        RandomAccessFile file = new RandomAccessFile(path, "rw");
        file.write(new byte[8]);
        file.seek(0);
        byte[] b = new byte[2];
        byte[] br = new byte[4];
        char[] c = new char[2];
        char[] cr = new char[4];
        byte[] g = new byte[2];
        byte[] gr = new byte[4];
        byte[] p = new byte[2];
        byte[] pr = new byte[4];
        byte[] d = new byte[2];
        byte[] dr = new byte[4];
        byte[] o = new byte[2];
        byte[] or = new byte[4];
        byte[] w = new byte[2];
        byte[] wr = new byte[4];
        byte[] r = new byte[2];
        byte[] rr = new byte[4];
        byte[] f = new byte[2];
        byte[] fr = new byte[4];
        Order.run(
                () -> {
                    byte vb = b[1]; //! race b read
                    br[0] = br[3];
                    byte vbr = br[2]; //! race br read
                    char vc = c[1]; //! race c read
                    cr[0] = cr[3];
                    char vcr = cr[2]; //! race cr read
                    byte vg = g[1]; //! race g read
                    gr[0] = gr[3];
                    byte vgr = gr[2]; //! race gr read
                    p[1] = 1; //! race p write
                    pr[0] = 1;
                    pr[3] = 1;
                    pr[2] = 1; //! race pr write
                    byte vd = d[1]; //! race d read
                    dr[0] = dr[3];
                    byte vdr = dr[2]; //! race dr read
                    byte vo = o[1]; //! race o read
                    or[0] = or[3];
                    byte vor = or[2]; //! race or read
                    w[1] = 1; //! race w write
                    wr[0] = 1;
                    wr[3] = 1;
                    wr[2] = 1; //! race wr write
                    byte vr = r[1]; //! race r read
                    rr[0] = rr[3];
                    byte vrr = rr[2]; //! race rr read
                    byte vf = f[1]; //! race f read
                    fr[0] = fr[3];
                    byte vfr = fr[2]; //! race fr read
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    bytes.read(b); //! race b write
                    bytes.read(br, 1, 2); //! race br write
                    chars.read(c); //! race c write
                    chars.read(cr, 1, 2); //! race cr write
                    from.get(g); //! race g write
                    from.get(gr, 1, 2); //! race gr write
                    to.put(p); //! race p read
                    to.put(pr, 1, 2); //! race pr read
                    data.readFully(d); //! race d write
                    data.readFully(dr, 1, 2); //! race dr write
                    object.readFully(o); //! race o write
                    object.readFully(or, 1, 2); //! race or write
                    file.write(w); //! race w read
                    file.write(wr, 1, 2); //! race wr read
                    file.seek(0);
                    file.read(r); //! race r write
                    file.read(rr, 1, 2); //! race rr write
                    file.readFully(f); //! race f write
                    file.readFully(fr, 1, 2); //! race fr write
                });
    }
}
