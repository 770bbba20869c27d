// Rule: an element of an array that a JDK class allocated and an application's subclass accesses.
import java.io.ByteArrayOutputStream;

public class JdkFieldArray {
    static class Output extends ByteArrayOutputStream {
        void patch() {
            buf[0] = 1; //! race cell write write
        }
    }

    public static void main(String[] args) throws Exception {
        Output output = new Output();
        Order.run(
                () -> {
                    output.patch();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    output.patch();
                });
    }
}
