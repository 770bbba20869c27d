// Rule: a field that a JDK class declares, accessed by an application's subclass, is a location too.
import java.io.ByteArrayOutputStream;

public class JdkField {
    static class Output extends ByteArrayOutputStream {
        void skip() {
            count = 1; //! race count write
        }

        int written() {
            return count; //! race count read
        }
    }

    public static void main(String[] args) throws Exception {
        Output output = new Output();
        Order.run(
                () -> {
                    output.skip();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    output.written();
                });
    }
}
