// Rule: synchronized and concurrent collections order threads that use them; those that the JDK makes for its own use order
// nothing: the listeners of the log manager, the handlers of URLs, what an RSA key keeps.
import java.net.URL;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.util.logging.LogManager;

public class InsideJdk {
    static final class Unused implements Runnable {
        @Override
        public void run() {}
    }

    /** What each of the threads does. */
    static final class User {
        final Unused listener = new Unused();
        final Signature signature;

        User(KeyPair keys) throws Exception {
            signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
        }

        void listen() {
            LogManager.getLogManager().addConfigurationListener(listener);
        }

        static void parse() throws Exception {
            new URL("file:/nowhere");
        }

        void sign() throws Exception {
            signature.update((byte) 1);
            signature.sign();
        }
    }

    static int listened;
    static int parsed;
    static int signed;

    public static void main(String[] args) throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(1024);
        KeyPair keys = generator.generateKeyPair();
        User warm = new User(keys);
        warm.listen();
        User.parse();
        warm.sign();
        User one = new User(keys);
        User other = new User(keys);
        Order.run(
                () -> {
                    listened = 1; //! race listened write
                    one.listen();
                    parsed = 1; //! race parsed write
                    User.parse();
                    signed = 1; //! race signed write
                    one.sign();
                    Order.reach(1);
                },
                () -> {
                    Order.await(1);
                    other.listen();
                    listened = 2; //! race listened write
                    User.parse();
                    parsed = 2; //! race parsed write
                    other.sign();
                    signed = 2; //! race signed write
                });
    }
}
