// Rule: a read of an InputStream writes what it answers to have read.
import java.io.ByteArrayInputStream;
import java.io.InputStream;

public class StreamFills {
    static final byte[] shared = new byte[8];
    static final InputStream input = new ByteArrayInputStream(new byte[3]);

    public static void main(String[] args) throws Exception {
        Order.run(
                () -> {
                    input.read(shared); //! race element write
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    byte seen = shared[3];
                    seen = shared[2]; //! race element read
                });
    }
}
