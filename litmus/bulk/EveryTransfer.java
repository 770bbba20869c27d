// Rule: streams, readers and buffers write the array they transfer to, and read the one they transfer from,
// or the range of it and nothing else.
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.nio.ByteBuffer;

public class EveryTransfer {
    public static void main(String[] args) throws Exception {
        InputStream bytes = new ByteArrayInputStream(new byte[4]);
        Reader chars = new StringReader("text");
        ByteBuffer from = ByteBuffer.allocate(8);
        ByteBuffer to = ByteBuffer.allocate(8);
        byte[] b = new byte[2];
        byte[] br = new byte[4];
        char[] c = new char[2];
        char[] cr = new char[4];
        byte[] g = new byte[2];
        byte[] gr = new byte[4];
        byte[] p = new byte[2];
        byte[] pr = new byte[4];
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
                });
    }
}
