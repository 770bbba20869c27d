// Rule: monitor exit -> later enter: a field that a JDK class declares, under a lock.
import java.io.ByteArrayOutputStream;

//! clean
public class JdkFieldOrdered {
    static class Output extends ByteArrayOutputStream {
        synchronized void skip() {
            count++;
            buf[0] = 1;
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
                    output.skip();
                });
    }
}
