// Rule: a concurrent set that the JDK uses for itself orders nothing: InetAddress keeps addresses in one, sorted by the
// time when they expire.
import java.net.InetAddress;
import java.net.UnknownHostException;

public class JdkOwnSkipList {
    static int value;

    static void look(String name) {
        try {
            InetAddress.getAllByName(name);
        } catch (UnknownHostException noneKept) {
            // It keeps that, too.
        }
    }

    public static void main(String[] args) throws Exception {
        look("localhost");
        Order.run(
                () -> {
                    value = 1; //! race value write
                    look("Localhost");
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    look("LOCALHOST");
                    value = 2; //! race value write
                });
    }
}
